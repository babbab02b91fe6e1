// What goes over the wire: types generated from the server's messages, some under the names that the page uses.

import type { HelpNow } from "../../contract/messages";

export type * from "../../contract/messages";
export type {
  AidLineReply as AidLine,
  AidReply as Aid,
  CardReply as Card,
  ClientMessage as Said,
  Explained as Explanation,
  HintReply as Hint,
  LogEvent as Told,
  PlayerRequest as Wish,
  PreviewFrame as Preview,
  RuleReply as RuleText,
  ServerMessage as Received,
  SessionInfo as Session,
  StandIn as StoodIn,
  TableReply as PrintedTable,
  TermReply as GlossaryTerm,
  TutorialReply as TutorialTold,
  TurnReply as Turn,
  TutorialStepReply as TutorialStep,
} from "../../contract/messages";

/** How much engine help a table allows. */
export type HelpLevel = HelpNow["level"];
