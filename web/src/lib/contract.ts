// What goes over the wire: types generated from the server's messages, under the names that the page uses.

import type { PreviewFrame, TableInfo } from "../../contract/messages";

export type {
  Answered,
  Asked,
  CardReply as Card,
  ChatLine,
  ClientMessage as Said,
  Ending,
  Explained as Explanation,
  Frame,
  GameInfo,
  HintReply as Hint,
  Json,
  JsonObject,
  LogEvent as Told,
  Me,
  Moment,
  Named,
  NewTable,
  OptionText,
  PendingUndo as UndoAsked,
  Person,
  PlayerRequest as Wish,
  PositionChecked,
  PreviewFrame as Preview,
  Problem,
  Question,
  Replayed,
  RuleReply as RuleText,
  SeatInfo,
  Series,
  ServerMessage as Received,
  SessionInfo as Session,
  StandIn as StoodIn,
  TableInfo,
  TableMade,
  TableReply as PrintedTable,
  Texts,
  Timeline,
} from "../../contract/messages";

export type Status = TableInfo["status"];
export type Stopped = PreviewFrame["stopped"];
