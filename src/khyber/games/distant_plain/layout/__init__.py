"""How the board of A Distant Plain is drawn: shapes, anchors and the SVG picture, but no rules."""
