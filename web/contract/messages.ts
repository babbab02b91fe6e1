// Generated from the server's messages by `python -m tools.page`; do not edit.

export type Json = null | boolean | number | string | Json[] | JsonObject;
export type JsonObject = { [key: string]: Json };

export interface components {
    schemas: {
        /** Health */
        Health: {
            ok: boolean;
            version: string;
        };
        /** GameInfo */
        GameInfo: {
            id: string;
            name: string;
            seats: components["schemas"]["Named"][];
            scenarios: components["schemas"]["Named"][];
            options: components["schemas"]["Named"][];
            /** @description Bots that may play a seat; the first is the default opponent. */
            bots: string[];
            player_counts: number[];
            languages: string[];
            rules_version: string;
            /** @description Whether there is a picture of the board. */
            board: boolean;
        };
        /** Named */
        Named: {
            id: string;
            name: string;
        };
        /**
         * Texts
         * @description The names of ids: for each parameter (seat, space, piece, ...) the names of its values.
         */
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
            /** @description For each parameter, the values whose printed component is wholly or partly reconstructed. */
            reconstructed: {
                [key: string]: string[];
            };
        };
        /** RuleReply */
        RuleReply: {
            number: string;
            title: string;
            text: string;
            /** @description The printed tables that belong to it. */
            tables: components["schemas"]["TableReply"][];
        };
        /**
         * TableReply
         * @description A printed table; the first cell of a row names the row.
         */
        TableReply: {
            id: string;
            title: string;
            columns: string[];
            rows: components["schemas"]["CellReply"][][];
            /** @description Whether the table itself is wholly or partly reconstructed. */
            reconstructed: boolean;
        };
        /** CellReply */
        CellReply: {
            text: string;
            /** @description Whether the thing it names is reconstructed. */
            reconstructed: boolean;
        };
        /** Me */
        Me: {
            user: components["schemas"]["Person"] | null;
            /** @description Shown once: it signs the same person in from another device. */
            recovery_code?: string;
        };
        /** Person */
        Person: {
            id: string;
            name: string;
            guest: boolean;
        };
        /** Done */
        Done: {
            ok: boolean;
        };
        /**
         * GuestRequest
         * @description A guest needs only a name.
         */
        GuestRequest: {
            name: string;
        };
        /** RecoverRequest */
        RecoverRequest: {
            code: string;
        };
        /** AccountRequest */
        AccountRequest: {
            name: string;
            password: string;
        };
        /** NewTable */
        NewTable: {
            game: string;
            scenario: string;
            /** @default [] */
            options?: string[];
            /**
             * @description For each seat "me", "open" (for a friend, by invitation) or the name of a bot; "open" by default.
             * @default {}
             */
            seats?: {
                [key: string]: string;
            };
            /**
             * @description The number of players, where the seats do not determine it.
             * @default null
             */
            players?: number | null;
            /** @default  */
            name?: string;
            /**
             * @description One person plays all sides and may undo anything.
             * @default false
             */
            sandbox?: boolean;
            /**
             * @description In a sandbox only.
             * @default null
             */
            seed?: number | null;
            /**
             * @description Whether the table is open to spectators.
             * @default true
             */
            public?: boolean;
        };
        /** TableMade */
        TableMade: {
            id: string;
            /** @description The invitation for each open seat, shown only once. */
            invites: {
                [key: string]: string;
            };
        };
        /**
         * ImportTable
         * @description A record or a position, as text; seats as for a new table.
         */
        ImportTable: {
            text: string;
            /**
             * @description The game of a position; the first one if left out.
             * @default null
             */
            game?: string | null;
            /** @default {} */
            seats?: {
                [key: string]: string;
            };
            /** @default  */
            name?: string;
            /** @default true */
            sandbox?: boolean;
            /** @default false */
            public?: boolean;
        };
        /** TableList */
        TableList: {
            tables: components["schemas"]["TableInfo"][];
        };
        /** TableInfo */
        TableInfo: {
            id: string;
            game: string;
            name: string;
            /** @enum {unknown} */
            status: "over" | "paused" | "running";
            sandbox: boolean;
            imported: boolean;
            public: boolean;
            host: boolean;
            version: number;
            steps: number;
            /** @description The seat whose turn it is; None when the game is over. */
            asked: string | null;
            /** @description Whether a person plays that seat and it is mine. */
            my_turn: boolean;
            seats: components["schemas"]["SeatInfo"][];
            outcome: JsonObject | null;
            created: number;
            changed: number;
        };
        /** SeatInfo */
        SeatInfo: {
            seat: string;
            name: string;
            /** @description "person", or the name of a bot. */
            agent: string;
            /** @description The name of its owner; None if nobody has joined, or it is a bot's. */
            player: string | null;
            mine: boolean;
            here: boolean;
            /** @description Whether there is an open invitation to it. */
            invited: boolean;
        };
        /** JoinRequest */
        JoinRequest: {
            token: string;
        };
        /** Joined */
        Joined: {
            id: string;
            seat: string;
        };
        /** InviteRequest */
        InviteRequest: {
            seat: string;
        };
        /** Invite */
        Invite: {
            seat: string;
            token: string;
        };
        /** SeatRequest */
        SeatRequest: {
            seat: string;
            /** @description A bot to stand in, "person" to give the seat back to its owner, or "me". */
            agent: string;
        };
        /** PauseRequest */
        PauseRequest: {
            paused: boolean;
        };
        /** NoteReply */
        NoteReply: {
            text: string;
        };
        /** NoteRequest */
        NoteRequest: {
            text: string;
        };
        /**
         * PasswordRequest
         * @description `old` is the current password, or the recovery code.
         */
        PasswordRequest: {
            old: string;
            new: string;
        };
        /** SessionList */
        SessionList: {
            sessions: components["schemas"]["SessionInfo"][];
        };
        /** SessionInfo */
        SessionInfo: {
            id: string;
            /** @description Browser and system, such as "Firefox · Windows"; empty if unknown. */
            device: string;
            created: number;
            /** @description To the hour. */
            used: number;
            /** @description Whether it is the session of this request. */
            current: boolean;
        };
        /**
         * Export
         * @description All data stored about me.
         */
        Export: {
            made: number;
            profile: components["schemas"]["Profile"];
            sessions: components["schemas"]["SessionInfo"][];
            chat: components["schemas"]["ExportedLine"][];
            tables: components["schemas"]["ExportedTable"][];
        };
        /** Profile */
        Profile: {
            id: string;
            name: string;
            /** @description The name as logins compare it; None for a guest. */
            login: string | null;
            created: number;
            /** @description When last seen, to the hour. */
            seen: number;
        };
        /** ExportedLine */
        ExportedLine: {
            table: string;
            line: components["schemas"]["ChatLine"];
        };
        /** ChatLine */
        ChatLine: {
            id: number;
            user: string;
            name: string;
            text: string;
            at: number;
            wish: components["schemas"]["PlayerRequest"] | null;
        };
        /**
         * PlayerRequest
         * @description One seat asks another for something. It binds nobody; to give is an aside.
         */
        PlayerRequest: {
            seat: string;
            to: string;
            what: string;
            amount: number;
        };
        /** ExportedTable */
        ExportedTable: {
            id: string;
            game: string;
            name: string;
            status: string;
            host: boolean;
            /** @description My seats. */
            seats: string[];
            created: number;
            changed: number;
            notes: string;
            /** @description As I may know it while the game runs, whole once it is over; None if it cannot be read: see `problem`. */
            record: JsonObject | null;
            problem: string;
        };
        /** RulesReply */
        RulesReply: {
            rules: components["schemas"]["FoundRule"][];
        };
        /** FoundRule */
        FoundRule: {
            number: string;
            title: string;
            text: string;
            /** @description The part of the text that matches the search. */
            snippet: string;
            /** @description The printed tables that belong to it. */
            tables: components["schemas"]["TableReply"][];
        };
        /** AidReply */
        AidReply: {
            seat: string;
            title: string;
            source: string;
            /** @description The meaning of the mark for reconstructed facts; "" where there is none. */
            legend: string;
            groups: components["schemas"]["AidGroupReply"][];
            sections: components["schemas"]["AidSectionReply"][];
        };
        /** AidGroupReply */
        AidGroupReply: {
            id: string;
            title: string;
        };
        /** AidSectionReply */
        AidSectionReply: {
            id: string;
            group: string;
            title: string;
            rule: string;
            lines: components["schemas"]["AidLineReply"][];
        };
        /** AidLineReply */
        AidLineReply: {
            /** @description The kind of line (where, cost, ...), and its label; "" if it needs none. */
            id: string;
            label: string;
            text: string;
            /** @description Pieces to show before the text, in a legend. */
            pieces: components["schemas"]["AidPieceReply"][];
        };
        /** AidPieceReply */
        AidPieceReply: {
            id: string;
            name: string;
        };
        /** GlossaryReply */
        GlossaryReply: {
            terms: components["schemas"]["TermReply"][];
        };
        /** TermReply */
        TermReply: {
            id: string;
            name: string;
            text: string;
            rule: string;
        };
        /** TutorialReply */
        TutorialReply: {
            seat: string;
            title: string;
            intro: string;
            end_title: string;
            end: string;
            steps: components["schemas"]["TutorialStepReply"][];
        };
        /** TutorialStepReply */
        TutorialStepReply: {
            n: number;
            title: string;
            text: string;
            /** @description What a player reads who chooses something else. */
            otherwise: string;
            ask: string;
            key: string;
            /** @description Spaces that the page highlights. */
            lights: string[];
        };
        /** Branched */
        Branched: {
            id: string;
        };
        /**
         * Replayed
         * @description A moment of a game: as the viewer's seats may know it while it runs, everything once it is over.
         */
        Replayed: {
            step: number;
            /** @description The number of finished steps. */
            steps: number;
            name: string;
            view: JsonObject;
            /** @description The log of the step up to there. */
            events: components["schemas"]["LogEvent"][];
            choice: number;
            choices: number;
            /** @description The choice that led here. */
            asked: components["schemas"]["Asked"] | null;
        };
        /**
         * LogEvent
         * @description An event of the log; `n` counts those that this viewer knows of, `step` is its step, from 1.
         */
        LogEvent: {
            n: number;
            step: number;
            kind: string;
            rule: string;
            text: string;
            told: JsonObject;
        };
        /**
         * Asked
         * @description A decision and its answer; both empty where I may not know them. An aside has no question.
         */
        Asked: {
            seat: string;
            question: string;
            answer: string;
            key: string;
            about: {
                [key: string]: number | string;
            };
        };
        /** Timeline */
        Timeline: {
            series: components["schemas"]["Series"][];
            steps: components["schemas"]["Moment"][];
        };
        /**
         * Series
         * @description A line of a chart. Those of one group share an axis.
         */
        Series: {
            id: string;
            name: string;
            group: string;
            seat: string | null;
            threshold: number | null;
        };
        /**
         * Moment
         * @description A step, with the values at its end, or now if it is the current one.
         */
        Moment: {
            step: number;
            name: string;
            title: string;
            /** @description What happened in it, in short sentences of the log. */
            done: string[];
            /** @description The seat whose turn it was; empty if nobody's. */
            seat: string;
            card: number | null;
            choices: number;
            values: {
                [key: string]: number;
            };
        };
        /** Explanations */
        Explanations: {
            explanations: components["schemas"]["Explained"][];
        };
        /**
         * Explained
         * @description Why a bot chose what it did in one step.
         */
        Explained: {
            step: number;
            seat: string;
            bot: string;
            reasons: string[];
            answers: components["schemas"]["Answered"][];
            /** @description Whether some reasons may be secret until the game is over. */
            untold: boolean;
            /** @description Whether the explanation is incomplete. */
            stopped: boolean;
            /** @description Choices without a plan, because somebody else had begun the turn. */
            unplanned: number;
        };
        /** Answered */
        Answered: {
            question: string;
            answer: string;
        };
        /**
         * HintReply
         * @description What the game's first bot would do in my seat, and why.
         */
        HintReply: {
            seat: string;
            bot: string;
            key: string | null;
            text: string;
            reasons: string[];
            /**
             * @description Why there is no hint: the game has no bot, or the bot has no plan from here.
             * @enum {unknown}
             */
            silent: "" | "no-bot" | "no-plan";
            /** @description Whether the bot would have begun this step differently. */
            departed: boolean;
        };
        /**
         * BranchRequest
         * @description From the end of a step, or after `choice` of its choices; from now by default.
         */
        BranchRequest: {
            /** @default null */
            step?: number | null;
            /** @default null */
            choice?: number | null;
        };
        /** PositionReply */
        PositionReply: {
            text: string;
        };
        /** CheckRequest */
        CheckRequest: {
            game: string;
            text: string;
        };
        /** PositionChecked */
        PositionChecked: {
            ok: boolean;
            problem: string | null;
            /** @description What an accepted position does that its author may not expect. */
            warnings: string[];
            view: JsonObject | null;
        };
        /** Cards */
        Cards: {
            cards: components["schemas"]["CardReply"][];
        };
        /** CardReply */
        CardReply: {
            /** @description Its id besides the title: a number, or a word that is the same in every language. */
            id: string;
            /** @description 0 if it has none. */
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
            /** @description Its heading in a list of all cards; "" where there is no such list. */
            group: string;
            /** @description In a line: its owner, how many there are, its value. */
            facts: string;
            /** @description Which of its texts are wholly or partly reconstructed. */
            reconstructed: ("shaded" | "unshaded")[];
        };
        /**
         * Lang
         * @description Query parameter of every endpoint that answers with sentences.
         */
        Lang: {
            /** @default en */
            lang?: string;
        };
        /**
         * ListQuery
         * @description `?mine` (the default) or `?watch`.
         */
        ListQuery: {
            /** @default null */
            mine?: string | null;
            /** @default null */
            watch?: string | null;
            /** @default en */
            lang?: string;
        };
        /**
         * BoardQuery
         * @description `step`: the board after that many finished steps instead of now.
         */
        BoardQuery: {
            /** @default null */
            step?: number | null;
            /** @default en */
            lang?: string;
        };
        /**
         * RulesQuery
         * @description `q`: words, or the number of a rule or a chapter; without it, all rules.
         */
        RulesQuery: {
            /** @default  */
            q?: string;
            /** @default en */
            lang?: string;
        };
        /**
         * ReplayQuery
         * @description `step`: from 1; 0 is the set-up, the last is the current one. `choice`: the number of its choices made.
         */
        ReplayQuery: {
            step: number;
            /** @default null */
            choice?: number | null;
            /** @default en */
            lang?: string;
        };
        /**
         * StepQuery
         * @description `step` as for a replay.
         */
        StepQuery: {
            step: number;
            /** @default en */
            lang?: string;
        };
        /** SeatQuery */
        SeatQuery: {
            seat: string;
            /** @default en */
            lang?: string;
        };
        /**
         * PositionQuery
         * @description `step`: the end of that step instead of now.
         */
        PositionQuery: {
            /** @default null */
            step?: number | null;
            /** @default en */
            lang?: string;
        };
        /** Frame */
        Frame: {
            /** @enum {unknown} */
            type: "frame";
            version: number;
            /** @description Increases with each undo. A client resumes with `since` and `epoch` of its last frame. */
            epoch: number;
            /** @enum {unknown} */
            status: "over" | "paused" | "running";
            /** @description My seats. */
            seats: string[];
            players: components["schemas"]["SeatInfo"][];
            view: JsonObject;
            decision: components["schemas"]["Question"] | null;
            /** @description Only on request: they take time to list. */
            asides: {
                [key: string]: components["schemas"]["OptionText"][];
            };
            /** @description The number of the first event sent: it replaces all that the client has from there on. */
            since: number;
            events: components["schemas"]["LogEvent"][];
            outcome: components["schemas"]["Ending"] | null;
            /** @description My seats that can undo their last choice at once. */
            can_undo: string[];
            undo: components["schemas"]["PendingUndo"] | null;
            /** @description The number of the first event after the last choice of my seats and its results; 0 without one. */
            last_turn: number;
            /** @description Why a bot cannot play, if it cannot. */
            trouble: string;
            /** @description Whether the table is out of play because it exceeded its budget. */
            quarantined: boolean;
        };
        /**
         * Question
         * @description The pending decision; all but the seat only for its owner.
         */
        Question: {
            seat: string;
            ask?: string;
            rule?: string;
            question?: string;
            about?: JsonObject;
            options?: components["schemas"]["OptionText"][];
        };
        /** OptionText */
        OptionText: {
            key: string;
            text: string;
            /** @description What the text mentions (space, piece, n, ...), as ids and numbers for a page to highlight. */
            about: {
                [key: string]: number | string;
            };
            /** @description A reason not to choose it: a page asks for confirmation. */
            warning?: string;
        };
        /** Ending */
        Ending: {
            winner: string;
            ranking: string[];
            /** @description Those who lose equally, whatever their margins. */
            equal: string[];
            margins: {
                [key: string]: number;
            };
            ending: string;
            winner_name: string;
            text: string;
        };
        /**
         * PendingUndo
         * @description A request to undo past a barrier.
         */
        PendingUndo: {
            seat: string;
            /** @description Seats whose players have still to agree. */
            waiting: string[];
            /** @description Whether it is my request: `agree` with false then withdraws it. */
            mine: boolean;
        };
        /** Ack */
        Ack: {
            /** @enum {unknown} */
            type: "ack";
            id: number;
            version: number;
        };
        /** ErrorFrame */
        ErrorFrame: {
            /** @enum {unknown} */
            type: "error";
            error: components["schemas"]["Problem"];
            id: number | null;
        };
        /** Problem */
        Problem: {
            code: string;
            message: string;
        };
        /** ChatFrame */
        ChatFrame: {
            /** @enum {unknown} */
            type: "chat";
            lines: components["schemas"]["ChatLine"][];
        };
        /** PresenceFrame */
        PresenceFrame: {
            /** @enum {unknown} */
            type: "presence";
            /** @description Names of players who are connected, and the number of spectators. */
            here: string[];
            watching: number;
        };
        /**
         * AwayFrame
         * @description Sent to the owner of a seat who comes back, until they make a choice themselves.
         */
        AwayFrame: {
            /** @enum {unknown} */
            type: "away";
            stood_in: components["schemas"]["StandIn"][];
        };
        /**
         * StandIn
         * @description A bot that somebody else put into my seat while I was away.
         */
        StandIn: {
            seat: string;
            agent: string;
            /** @description The name of the person who put it there; empty if they were deleted. */
            by: string;
            at: number;
            /** @description The number of choices it has made for me since. */
            choices: number;
            /** @description Whether it still plays. */
            still: boolean;
        };
        /** AsidesFrame */
        AsidesFrame: {
            /** @enum {unknown} */
            type: "asides";
            version: number;
            asides: {
                [key: string]: components["schemas"]["OptionText"][];
            };
            id: number;
        };
        /**
         * PreviewFrame
         * @description What a choice would change, as my seats would see it.
         */
        PreviewFrame: {
            /** @enum {unknown} */
            type: "preview";
            id: number;
            version: number;
            seat: string;
            key: string;
            view: JsonObject;
            /** @description Numbered on from the existing ones. */
            events: components["schemas"]["LogEvent"][];
            /**
             * @description What ends the preview.
             * @enum {unknown}
             */
            stopped: "die" | "over" | "question" | "reveal" | "seat" | "step";
        };
        /** Pong */
        Pong: {
            /** @enum {unknown} */
            type: "pong";
            id: number;
        };
        /** Choose */
        Choose: {
            /** @enum {unknown} */
            type: "choose";
            id: number;
            version: number;
            seat: string;
            key: string;
        };
        /**
         * Undo
         * @description Undo the last choice, or request it.
         */
        Undo: {
            /** @enum {unknown} */
            type: "undo";
            id: number;
            version: number;
            seat: string;
        };
        /**
         * Agree
         * @description The answer to an undo request; false withdraws one's own.
         */
        Agree: {
            /** @enum {unknown} */
            type: "agree";
            id: number;
            version: number;
            agree: boolean;
        };
        /** Chat */
        Chat: {
            /** @enum {unknown} */
            type: "chat";
            text: string;
            /** @default 0 */
            id?: number;
        };
        /** Ping */
        Ping: {
            /** @enum {unknown} */
            type: "ping";
            /** @default 0 */
            id?: number;
        };
        /** AsidesRequest */
        AsidesRequest: {
            /** @enum {unknown} */
            type: "asides";
            /** @default 0 */
            id?: number;
        };
        /**
         * StateRequest
         * @description Send the whole state again.
         */
        StateRequest: {
            /** @enum {unknown} */
            type: "state";
            /** @default 0 */
            id?: number;
        };
        /**
         * PreviewRequest
         * @description Ask what a choice would change.
         */
        PreviewRequest: {
            /** @enum {unknown} */
            type: "preview";
            id: number;
            version: number;
            seat: string;
            key: string;
        };
        /**
         * AskPlayer
         * @description Ask another seat for something, with an optional text.
         */
        AskPlayer: {
            /** @enum {unknown} */
            type: "wish";
            id: number;
            seat: string;
            to: string;
            what: string;
            amount: number;
            /** @default  */
            text?: string;
        };
        /** ErrorReply */
        ErrorReply: {
            error: components["schemas"]["Problem"];
        };
        ServerMessage: components["schemas"]["Frame"] | components["schemas"]["Ack"] | components["schemas"]["ErrorFrame"] | components["schemas"]["ChatFrame"] | components["schemas"]["PresenceFrame"] | components["schemas"]["AwayFrame"] | components["schemas"]["AsidesFrame"] | components["schemas"]["PreviewFrame"] | components["schemas"]["Pong"];
        ClientMessage: components["schemas"]["Choose"] | components["schemas"]["Undo"] | components["schemas"]["Agree"] | components["schemas"]["Chat"] | components["schemas"]["Ping"] | components["schemas"]["AsidesRequest"] | components["schemas"]["StateRequest"] | components["schemas"]["PreviewRequest"] | components["schemas"]["AskPlayer"];
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
export type Texts = components['schemas']['Texts'];
export type RuleReply = components['schemas']['RuleReply'];
export type TableReply = components['schemas']['TableReply'];
export type CellReply = components['schemas']['CellReply'];
export type Me = components['schemas']['Me'];
export type Person = components['schemas']['Person'];
export type Done = components['schemas']['Done'];
export type GuestRequest = components['schemas']['GuestRequest'];
export type RecoverRequest = components['schemas']['RecoverRequest'];
export type AccountRequest = components['schemas']['AccountRequest'];
export type NewTable = components['schemas']['NewTable'];
export type TableMade = components['schemas']['TableMade'];
export type ImportTable = components['schemas']['ImportTable'];
export type TableList = components['schemas']['TableList'];
export type TableInfo = components['schemas']['TableInfo'];
export type SeatInfo = components['schemas']['SeatInfo'];
export type JoinRequest = components['schemas']['JoinRequest'];
export type Joined = components['schemas']['Joined'];
export type InviteRequest = components['schemas']['InviteRequest'];
export type Invite = components['schemas']['Invite'];
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
export type Moment = components['schemas']['Moment'];
export type Explanations = components['schemas']['Explanations'];
export type Explained = components['schemas']['Explained'];
export type Answered = components['schemas']['Answered'];
export type HintReply = components['schemas']['HintReply'];
export type BranchRequest = components['schemas']['BranchRequest'];
export type PositionReply = components['schemas']['PositionReply'];
export type CheckRequest = components['schemas']['CheckRequest'];
export type PositionChecked = components['schemas']['PositionChecked'];
export type Cards = components['schemas']['Cards'];
export type CardReply = components['schemas']['CardReply'];
export type Lang = components['schemas']['Lang'];
export type ListQuery = components['schemas']['ListQuery'];
export type BoardQuery = components['schemas']['BoardQuery'];
export type RulesQuery = components['schemas']['RulesQuery'];
export type ReplayQuery = components['schemas']['ReplayQuery'];
export type StepQuery = components['schemas']['StepQuery'];
export type SeatQuery = components['schemas']['SeatQuery'];
export type PositionQuery = components['schemas']['PositionQuery'];
export type Frame = components['schemas']['Frame'];
export type Question = components['schemas']['Question'];
export type OptionText = components['schemas']['OptionText'];
export type Ending = components['schemas']['Ending'];
export type PendingUndo = components['schemas']['PendingUndo'];
export type Ack = components['schemas']['Ack'];
export type ErrorFrame = components['schemas']['ErrorFrame'];
export type Problem = components['schemas']['Problem'];
export type ChatFrame = components['schemas']['ChatFrame'];
export type PresenceFrame = components['schemas']['PresenceFrame'];
export type AwayFrame = components['schemas']['AwayFrame'];
export type StandIn = components['schemas']['StandIn'];
export type AsidesFrame = components['schemas']['AsidesFrame'];
export type PreviewFrame = components['schemas']['PreviewFrame'];
export type Pong = components['schemas']['Pong'];
export type Choose = components['schemas']['Choose'];
export type Undo = components['schemas']['Undo'];
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
