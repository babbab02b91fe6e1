// Cards of a game, to be found by their number or, where they have none, by their id.

import type { Card } from "./contract";

export const byNumberAndId = (cards: readonly Card[]): Map<number | string, Card> =>
  new Map(cards.flatMap((card): [number | string, Card][] => [...(card.number ? [[card.number, card] as [number, Card]] : []), [card.id, card]]));
