// The board that any game has: what a view holds is shown by its shape.

import type { GameBoard } from "../contract";
import Board from "./Board.svelte";
import { following } from "./following";

export const board: GameBoard = { Board, ...following };
