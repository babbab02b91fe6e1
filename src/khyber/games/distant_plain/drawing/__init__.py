"""The board as an SVG picture: shapes, anchors, symbols and colours, but no rules."""
