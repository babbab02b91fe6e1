// Generated from the server's messages by `python -m tools.release.page`; do not edit.

export type Json = null | boolean | number | string | Json[] | JsonObject;
export type JsonObject = { [key: string]: Json };

export interface components {
    schemas: {
        Health: {
            ok: boolean;
            version: string;
            /** @enum {unknown} */
            full: "" | "database" | "disk";
        };
        GameInfo: {
            id: string;
            name: string;
            about: string;
            seats: components["schemas"]["Named"][];
            scenarios: components["schemas"]["Described"][];
            options: components["schemas"]["Described"][];
            bots: string[];
            player_counts: number[];
            languages: string[];
            rules_version: string;
            board: boolean;
            aids: boolean;
            reconstructed: string;
        };
        Named: {
            id: string;
            name: string;
        };
        Described: {
            id: string;
            name: string;
            about: string;
        };
        Texts: {
            language: string;
            words: {
                [key: string]: {
                    [key: string]: string;
                };
            };
            labels: {
                [key: string]: string;
            };
            reconstructed: {
                [key: string]: string[];
            };
        };
        RuleReply: {
            number: string;
            title: string;
            text: string;
            tables: components["schemas"]["TableReply"][];
        };
        TableReply: {
            id: string;
            title: string;
            columns: string[];
            rows: components["schemas"]["CellReply"][][];
            reconstructed: boolean;
        };
        CellReply: {
            text: string;
            reconstructed: boolean;
        };
        Me: {
            user: components["schemas"]["Person"] | null;
            recovery_code?: string;
        };
        Person: {
            id: string;
            name: string;
            guest: boolean;
        };
        Done: {
            ok: boolean;
        };
        NewRecoveryRequest: {
            password?: string;
        };
        GuestRequest: {
            name: string;
        };
        RecoverRequest: {
            code: string;
        };
        AccountRequest: {
            name: string;
            password: string;
        };
        NewTable: {
            game: string;
            scenario: string;
            options?: string[];
            seats?: {
                [key: string]: string;
            };
            players?: number | null;
            name?: string;
            sandbox?: boolean;
            seed?: number | null;
            public?: boolean | null;
            /** @enum {unknown} */
            help?: "all" | "bot" | "none";
        };
        TableMade: {
            id: string;
            invites: {
                [key: string]: string;
            };
        };
        ImportTable: {
            text: string;
            game?: string | null;
            seats?: {
                [key: string]: string;
            };
            name?: string;
            sandbox?: boolean;
            public?: boolean;
            /** @enum {unknown} */
            help?: "all" | "bot" | "none";
        };
        TableList: {
            tables: components["schemas"]["TableInfo"][];
        };
        TableInfo: {
            id: string;
            game: string;
            name: string;
            /** @enum {unknown} */
            status: "over" | "paused" | "running";
            sandbox: boolean;
            imported: boolean;
            public: boolean;
            /** @enum {unknown} */
            help: "all" | "bot" | "none";
            between_people: boolean;
            help_now: components["schemas"]["HelpNow"] | null;
            host: boolean;
            version: number;
            steps: number;
            asked: string | null;
            my_turn: boolean;
            rematch: boolean;
            seats: components["schemas"]["SeatInfo"][];
            outcome: JsonObject | null;
            undone: boolean;
            created: number;
            changed: number;
        };
        HelpNow: {
            /** @enum {unknown} */
            level: "all" | "bot" | "none";
            /** @enum {unknown} */
            why: "" | "origin" | "playing" | "table";
        };
        SeatInfo: {
            seat: string;
            name: string;
            agent: string;
            player: string | null;
            mine: boolean;
            here: boolean;
            invited: boolean;
            without_network: boolean;
            stand_in: components["schemas"]["PendingStandIn"] | null;
        };
        PendingStandIn: {
            agent: string;
            by: string;
            seconds: number;
        };
        SeatRequest: {
            seat: string;
            agent: string;
        };
        PauseRequest: {
            paused: boolean;
        };
        NoteReply: {
            text: string;
        };
        NoteRequest: {
            text: string;
        };
        PasswordRequest: {
            old: string;
            new: string;
        };
        SessionList: {
            sessions: components["schemas"]["SessionInfo"][];
        };
        SessionInfo: {
            id: string;
            device: string;
            created: number;
            used: number;
            current: boolean;
        };
        Export: {
            made: number;
            profile: components["schemas"]["Profile"];
            sessions: components["schemas"]["SessionInfo"][];
            chat: components["schemas"]["ExportedLine"][];
            left: components["schemas"]["LeftSeat"][];
            tables: components["schemas"]["ExportedTable"][];
        };
        Profile: {
            id: string;
            name: string;
            login: string | null;
            created: number;
            seen: number;
            source: string;
            share: string;
        };
        ExportedLine: {
            table: string;
            line: components["schemas"]["ChatLine"];
        };
        ChatLine: {
            id: number;
            user: string;
            name: string;
            text: string;
            at: number;
            wish: components["schemas"]["PlayerRequest"] | null;
        };
        PlayerRequest: {
            seat: string;
            to: string;
            what: string;
            amount: number;
            answer?: string;
        };
        LeftSeat: {
            table: string;
            seat: string;
            name: string;
            at: number;
        };
        ExportedTable: {
            id: string;
            game: string;
            name: string;
            status: string;
            host: boolean;
            seats: string[];
            created: number;
            changed: number;
            notes: string;
            source: string;
            record: JsonObject | null;
            problem: string;
        };
        RulesReply: {
            rules: components["schemas"]["FoundRule"][];
        };
        FoundRule: {
            number: string;
            title: string;
            text: string;
            snippet: string;
            tables: components["schemas"]["TableReply"][];
        };
        AidReply: {
            seat: string;
            title: string;
            source: string;
            legend: string;
            groups: components["schemas"]["AidGroupReply"][];
            sections: components["schemas"]["AidSectionReply"][];
        };
        AidGroupReply: {
            id: string;
            title: string;
        };
        AidSectionReply: {
            id: string;
            group: string;
            title: string;
            rule: string;
            lines: components["schemas"]["AidLineReply"][];
        };
        AidLineReply: {
            id: string;
            label: string;
            text: string;
            pieces: components["schemas"]["AidPieceReply"][];
        };
        AidPieceReply: {
            id: string;
            name: string;
        };
        GlossaryReply: {
            terms: components["schemas"]["TermReply"][];
        };
        TermReply: {
            id: string;
            name: string;
            text: string;
            rule: string;
        };
        TutorialReply: {
            seat: string;
            title: string;
            intro: string;
            end_title: string;
            end: string;
            steps: components["schemas"]["TutorialStepReply"][];
        };
        TutorialStepReply: {
            n: number;
            title: string;
            text: string;
            otherwise: string;
            ask: string;
            key: string;
            lights: string[];
        };
        Branched: {
            id: string;
        };
        Replayed: {
            step: number;
            steps: number;
            name: string;
            view: JsonObject;
            events: components["schemas"]["LogEvent"][];
            choice: number;
            choices: number;
            asked: components["schemas"]["Asked"] | null;
            turn: string;
        };
        LogEvent: {
            n: number;
            step: number;
            kind: string;
            rule: string;
            text: string;
            told: JsonObject;
        };
        Asked: {
            seat: string;
            question: string;
            answer: string;
            key: string;
            about: {
                [key: string]: number | string;
            };
        };
        Timeline: {
            series: components["schemas"]["Series"][];
            turns: components["schemas"]["TurnReply"][];
            steps: components["schemas"]["Moment"][];
        };
        Series: {
            id: string;
            name: string;
            group: string;
            seat: string | null;
            threshold: number | null;
        };
        TurnReply: {
            first: number;
            last: number;
            seat: string;
            name: string;
            round: string;
            mark: string;
            done: string[];
        };
        Moment: {
            step: number;
            name: string;
            choices: number;
            values: {
                [key: string]: number;
            };
        };
        Explanations: {
            explanations: components["schemas"]["Explained"][];
        };
        Explained: {
            step: number;
            seat: string;
            bot: string;
            short: string;
            reasons: string[];
            answers: components["schemas"]["Answered"][];
            untold: boolean;
            stopped: boolean;
            unplanned: number;
        };
        Answered: {
            question: string;
            answer: string;
            why: string;
        };
        HintReply: {
            seat: string;
            bot: string;
            key: string | null;
            text: string;
            short: string;
            reasons: string[];
            /** @enum {unknown} */
            silent: "" | "no-bot" | "no-plan";
            departed: boolean;
        };
        Analysis: {
            /** @enum {unknown} */
            unit: "percent" | "points";
            chances: components["schemas"]["Chances"][];
            judged: number;
            of: number;
            turns: components["schemas"]["CostlyTurn"][];
        };
        Chances: {
            step: number;
            values: {
                [key: string]: number;
            };
        };
        CostlyTurn: {
            step: number;
            seat: string;
            name: string;
            cost: number;
            compared: string[];
            line: string[];
        };
        Puzzles: {
            puzzles: components["schemas"]["PuzzleInfo"][];
        };
        PuzzleInfo: {
            id: string;
            game: string;
            seat: string;
            scenario: string;
            easy: boolean;
        };
        PuzzlePosition: {
            id: string;
            game: string;
            seat: string;
            text: string;
            seats: {
                [key: string]: string;
            };
            begins: string;
        };
        Solution: {
            solved: boolean | null;
            value: number;
            solution: number;
            told: string[];
        };
        BranchRequest: {
            step?: number | null;
            choice?: number | null;
            seats?: {
                [key: string]: string;
            };
        };
        PositionReply: {
            text: string;
        };
        CheckRequest: {
            game: string;
            text: string;
        };
        PositionChecked: {
            ok: boolean;
            problem: string | null;
            warnings: string[];
            view: JsonObject | null;
        };
        Cards: {
            cards: components["schemas"]["CardReply"][];
        };
        CardReply: {
            id: string;
            number: number;
            title: string;
            order: string[];
            capability: boolean;
            momentum: boolean;
            unshaded: string;
            shaded: string;
            flavour: string | null;
            origin: string;
            origin_text: string;
            group: string;
            facts: string;
            reconstructed: ("shaded" | "unshaded")[];
        };
        Reach: {
            this_machine_only: boolean;
            lan: string;
        };
        JoinRequest: {
            token: string;
            knowing?: boolean;
        };
        Joined: {
            id: string;
            seat: string;
        };
        InviteRequest: {
            seat: string;
        };
        Invite: {
            seat: string;
            token: string;
            seen: string[];
        };
        InvitationRequest: {
            token: string;
        };
        Invitation: {
            game: string;
            game_name: string;
            scenario: string;
            name: string;
            host: string;
            seat: string;
            seat_name: string;
            /** @enum {unknown} */
            help: "all" | "bot" | "none";
            seen: components["schemas"]["SeenSeat"][];
            players: components["schemas"]["SeatInfo"][];
        };
        SeenSeat: {
            seat: string;
            seat_name: string;
            names: string[];
        };
        HandoverRequest: {
            seat: string;
        };
        Handover: {
            seat: string;
            names: string[];
            waiting: string[];
        };
        HandoverAnswer: {
            agree: boolean;
        };
        TableSettings: {
            name?: string | null;
            public?: boolean | null;
            help?: ("all" | "bot" | "none") | null;
        };
        Resigned: {
            bots: string[];
        };
        Rematch: {
            id: string;
            seats: string[];
            seen: components["schemas"]["SeenSeat"][];
        };
        Lang: {
            lang?: string;
        };
        ListQuery: {
            mine?: string | null;
            watch?: string | null;
            lang?: string;
        };
        BoardQuery: {
            step?: number | null;
            lang?: string;
        };
        RulesQuery: {
            q?: string;
            lang?: string;
        };
        ReplayQuery: {
            step: number;
            choice?: number | null;
            since?: number | null;
            lang?: string;
        };
        WhyQuery: {
            step: number;
            since?: number | null;
            lang?: string;
        };
        HintQuery: {
            seat: string;
            /** @enum {unknown} */
            level?: "" | "patient" | "quick" | "strong";
            lang?: string;
        };
        SolutionQuery: {
            table?: string | null;
            lang?: string;
        };
        PositionQuery: {
            step?: number | null;
            lang?: string;
        };
        RematchQuery: {
            knowing?: boolean;
            lang?: string;
        };
        Frame: {
            /** @enum {unknown} */
            type: "frame";
            version: number;
            epoch: number;
            /** @enum {unknown} */
            status: "over" | "paused" | "running";
            seats: string[];
            players: components["schemas"]["SeatInfo"][];
            help: components["schemas"]["HelpNow"];
            view: JsonObject;
            past: JsonObject;
            decision: components["schemas"]["Question"] | null;
            asides: {
                [key: string]: components["schemas"]["OptionText"][];
            };
            since: number;
            events: components["schemas"]["LogEvent"][];
            outcome: components["schemas"]["Ending"] | null;
            can_undo: string[];
            undo: components["schemas"]["PendingUndo"] | null;
            handover: components["schemas"]["PendingHandover"] | null;
            last_turn: number;
            rematch: boolean;
            trouble: string;
            quarantined: boolean;
        };
        Question: {
            seat: string;
            ask?: string;
            rule?: string;
            question?: string;
            about?: JsonObject;
            options?: components["schemas"]["OptionText"][];
        };
        OptionText: {
            key: string;
            text: string;
            about: {
                [key: string]: number | string;
            };
            warning?: string;
        };
        Ending: {
            winner: string;
            ranking: string[];
            equal: string[];
            margins: {
                [key: string]: number;
            };
            ending: string;
            winner_name: string;
            text: string;
            undone: boolean;
        };
        PendingUndo: {
            seat: string;
            scope: components["schemas"]["UndoScope"];
            waiting: string[];
            mine: boolean;
        };
        UndoScope: {
            seat: string;
            choices: {
                [key: string]: number;
            };
            bots: string[];
            chance: number;
            reveals: number;
            marks: boolean;
            since: number;
        };
        PendingHandover: {
            seat: string;
            names: string[];
            returning: boolean;
            waiting: string[];
            refused: string;
            mine: boolean;
        };
        Ack: {
            /** @enum {unknown} */
            type: "ack";
            id: number;
            version: number;
        };
        ErrorFrame: {
            /** @enum {unknown} */
            type: "error";
            error: components["schemas"]["Problem"];
            id: number | null;
        };
        Problem: {
            code: string;
            message: string;
        };
        ChatFrame: {
            /** @enum {unknown} */
            type: "chat";
            lines: components["schemas"]["ChatLine"][];
        };
        PresenceFrame: {
            /** @enum {unknown} */
            type: "presence";
            here: string[];
            recent: string[];
            watching: number;
        };
        AwayFrame: {
            /** @enum {unknown} */
            type: "away";
            stood_in: components["schemas"]["StandIn"][];
        };
        StandIn: {
            seat: string;
            agent: string;
            by: string;
            at: number;
            choices: number;
            still: boolean;
        };
        AsidesFrame: {
            /** @enum {unknown} */
            type: "asides";
            version: number;
            asides: {
                [key: string]: components["schemas"]["OptionText"][];
            };
            id: number;
        };
        PreviewFrame: {
            /** @enum {unknown} */
            type: "preview";
            id: number;
            version: number;
            seat: string;
            key: string;
            view: JsonObject;
            events: components["schemas"]["LogEvent"][];
            /** @enum {unknown} */
            stopped: "die" | "over" | "question" | "reveal" | "seat" | "step";
        };
        UndoScopeFrame: {
            /** @enum {unknown} */
            type: "undo-scope";
            id: number;
            version: number;
            scope: components["schemas"]["UndoScope"];
        };
        Pong: {
            /** @enum {unknown} */
            type: "pong";
            id: number;
        };
        Choose: {
            /** @enum {unknown} */
            type: "choose";
            id: number;
            version: number;
            seat: string;
            key: string;
        };
        Undo: {
            /** @enum {unknown} */
            type: "undo";
            id: number;
            version: number;
            seat: string;
        };
        UndoScopeRequest: {
            /** @enum {unknown} */
            type: "undo-scope";
            id: number;
            version: number;
            seat: string;
        };
        Agree: {
            /** @enum {unknown} */
            type: "agree";
            id: number;
            version: number;
            agree: boolean;
        };
        Chat: {
            /** @enum {unknown} */
            type: "chat";
            text: string;
            id?: number;
        };
        Ping: {
            /** @enum {unknown} */
            type: "ping";
            id?: number;
        };
        AsidesRequest: {
            /** @enum {unknown} */
            type: "asides";
            id?: number;
        };
        StateRequest: {
            /** @enum {unknown} */
            type: "state";
            id?: number;
        };
        PreviewRequest: {
            /** @enum {unknown} */
            type: "preview";
            id: number;
            version: number;
            seat: string;
            key: string;
        };
        AskPlayer: {
            /** @enum {unknown} */
            type: "wish";
            id: number;
            seat: string;
            to: string;
            what: string;
            amount: number;
            text?: string;
        };
        ErrorReply: {
            error: components["schemas"]["Problem"];
        };
        ServerMessage: components["schemas"]["Frame"] | components["schemas"]["Ack"] | components["schemas"]["ErrorFrame"] | components["schemas"]["ChatFrame"] | components["schemas"]["PresenceFrame"] | components["schemas"]["AwayFrame"] | components["schemas"]["AsidesFrame"] | components["schemas"]["PreviewFrame"] | components["schemas"]["UndoScopeFrame"] | components["schemas"]["Pong"];
        ClientMessage: components["schemas"]["Choose"] | components["schemas"]["Undo"] | components["schemas"]["UndoScopeRequest"] | components["schemas"]["Agree"] | components["schemas"]["Chat"] | components["schemas"]["Ping"] | components["schemas"]["AsidesRequest"] | components["schemas"]["StateRequest"] | components["schemas"]["PreviewRequest"] | components["schemas"]["AskPlayer"];
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type Health = components['schemas']['Health'];
export type GameInfo = components['schemas']['GameInfo'];
export type Named = components['schemas']['Named'];
export type Described = components['schemas']['Described'];
export type Texts = components['schemas']['Texts'];
export type RuleReply = components['schemas']['RuleReply'];
export type TableReply = components['schemas']['TableReply'];
export type CellReply = components['schemas']['CellReply'];
export type Me = components['schemas']['Me'];
export type Person = components['schemas']['Person'];
export type Done = components['schemas']['Done'];
export type NewRecoveryRequest = components['schemas']['NewRecoveryRequest'];
export type GuestRequest = components['schemas']['GuestRequest'];
export type RecoverRequest = components['schemas']['RecoverRequest'];
export type AccountRequest = components['schemas']['AccountRequest'];
export type NewTable = components['schemas']['NewTable'];
export type TableMade = components['schemas']['TableMade'];
export type ImportTable = components['schemas']['ImportTable'];
export type TableList = components['schemas']['TableList'];
export type TableInfo = components['schemas']['TableInfo'];
export type HelpNow = components['schemas']['HelpNow'];
export type SeatInfo = components['schemas']['SeatInfo'];
export type PendingStandIn = components['schemas']['PendingStandIn'];
export type SeatRequest = components['schemas']['SeatRequest'];
export type PauseRequest = components['schemas']['PauseRequest'];
export type NoteReply = components['schemas']['NoteReply'];
export type NoteRequest = components['schemas']['NoteRequest'];
export type PasswordRequest = components['schemas']['PasswordRequest'];
export type SessionList = components['schemas']['SessionList'];
export type SessionInfo = components['schemas']['SessionInfo'];
export type Export = components['schemas']['Export'];
export type Profile = components['schemas']['Profile'];
export type ExportedLine = components['schemas']['ExportedLine'];
export type ChatLine = components['schemas']['ChatLine'];
export type PlayerRequest = components['schemas']['PlayerRequest'];
export type LeftSeat = components['schemas']['LeftSeat'];
export type ExportedTable = components['schemas']['ExportedTable'];
export type RulesReply = components['schemas']['RulesReply'];
export type FoundRule = components['schemas']['FoundRule'];
export type AidReply = components['schemas']['AidReply'];
export type AidGroupReply = components['schemas']['AidGroupReply'];
export type AidSectionReply = components['schemas']['AidSectionReply'];
export type AidLineReply = components['schemas']['AidLineReply'];
export type AidPieceReply = components['schemas']['AidPieceReply'];
export type GlossaryReply = components['schemas']['GlossaryReply'];
export type TermReply = components['schemas']['TermReply'];
export type TutorialReply = components['schemas']['TutorialReply'];
export type TutorialStepReply = components['schemas']['TutorialStepReply'];
export type Branched = components['schemas']['Branched'];
export type Replayed = components['schemas']['Replayed'];
export type LogEvent = components['schemas']['LogEvent'];
export type Asked = components['schemas']['Asked'];
export type Timeline = components['schemas']['Timeline'];
export type Series = components['schemas']['Series'];
export type TurnReply = components['schemas']['TurnReply'];
export type Moment = components['schemas']['Moment'];
export type Explanations = components['schemas']['Explanations'];
export type Explained = components['schemas']['Explained'];
export type Answered = components['schemas']['Answered'];
export type HintReply = components['schemas']['HintReply'];
export type Analysis = components['schemas']['Analysis'];
export type Chances = components['schemas']['Chances'];
export type CostlyTurn = components['schemas']['CostlyTurn'];
export type Puzzles = components['schemas']['Puzzles'];
export type PuzzleInfo = components['schemas']['PuzzleInfo'];
export type PuzzlePosition = components['schemas']['PuzzlePosition'];
export type Solution = components['schemas']['Solution'];
export type BranchRequest = components['schemas']['BranchRequest'];
export type PositionReply = components['schemas']['PositionReply'];
export type CheckRequest = components['schemas']['CheckRequest'];
export type PositionChecked = components['schemas']['PositionChecked'];
export type Cards = components['schemas']['Cards'];
export type CardReply = components['schemas']['CardReply'];
export type Reach = components['schemas']['Reach'];
export type JoinRequest = components['schemas']['JoinRequest'];
export type Joined = components['schemas']['Joined'];
export type InviteRequest = components['schemas']['InviteRequest'];
export type Invite = components['schemas']['Invite'];
export type InvitationRequest = components['schemas']['InvitationRequest'];
export type Invitation = components['schemas']['Invitation'];
export type SeenSeat = components['schemas']['SeenSeat'];
export type HandoverRequest = components['schemas']['HandoverRequest'];
export type Handover = components['schemas']['Handover'];
export type HandoverAnswer = components['schemas']['HandoverAnswer'];
export type TableSettings = components['schemas']['TableSettings'];
export type Resigned = components['schemas']['Resigned'];
export type Rematch = components['schemas']['Rematch'];
export type Lang = components['schemas']['Lang'];
export type ListQuery = components['schemas']['ListQuery'];
export type BoardQuery = components['schemas']['BoardQuery'];
export type RulesQuery = components['schemas']['RulesQuery'];
export type ReplayQuery = components['schemas']['ReplayQuery'];
export type WhyQuery = components['schemas']['WhyQuery'];
export type HintQuery = components['schemas']['HintQuery'];
export type SolutionQuery = components['schemas']['SolutionQuery'];
export type PositionQuery = components['schemas']['PositionQuery'];
export type RematchQuery = components['schemas']['RematchQuery'];
export type Frame = components['schemas']['Frame'];
export type Question = components['schemas']['Question'];
export type OptionText = components['schemas']['OptionText'];
export type Ending = components['schemas']['Ending'];
export type PendingUndo = components['schemas']['PendingUndo'];
export type UndoScope = components['schemas']['UndoScope'];
export type PendingHandover = components['schemas']['PendingHandover'];
export type Ack = components['schemas']['Ack'];
export type ErrorFrame = components['schemas']['ErrorFrame'];
export type Problem = components['schemas']['Problem'];
export type ChatFrame = components['schemas']['ChatFrame'];
export type PresenceFrame = components['schemas']['PresenceFrame'];
export type AwayFrame = components['schemas']['AwayFrame'];
export type StandIn = components['schemas']['StandIn'];
export type AsidesFrame = components['schemas']['AsidesFrame'];
export type PreviewFrame = components['schemas']['PreviewFrame'];
export type UndoScopeFrame = components['schemas']['UndoScopeFrame'];
export type Pong = components['schemas']['Pong'];
export type Choose = components['schemas']['Choose'];
export type Undo = components['schemas']['Undo'];
export type UndoScopeRequest = components['schemas']['UndoScopeRequest'];
export type Agree = components['schemas']['Agree'];
export type Chat = components['schemas']['Chat'];
export type Ping = components['schemas']['Ping'];
export type AsidesRequest = components['schemas']['AsidesRequest'];
export type StateRequest = components['schemas']['StateRequest'];
export type PreviewRequest = components['schemas']['PreviewRequest'];
export type AskPlayer = components['schemas']['AskPlayer'];
export type ErrorReply = components['schemas']['ErrorReply'];
export type ServerMessage = components['schemas']['ServerMessage'];
export type ClientMessage = components['schemas']['ClientMessage'];
