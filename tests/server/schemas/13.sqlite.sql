CREATE TABLE departures (
    source VARCHAR NOT NULL,
    created FLOAT NOT NULL
);

CREATE INDEX ix_departures_source ON departures (source);

CREATE TABLE jobs (
    id VARCHAR NOT NULL,
    lane VARCHAR NOT NULL,
    owner VARCHAR NOT NULL,
    urgency INTEGER NOT NULL,
    turn VARCHAR,
    release VARCHAR NOT NULL,
    work VARCHAR NOT NULL,
    given BLOB NOT NULL,
    seconds FLOAT NOT NULL,
    at FLOAT NOT NULL,
    waiter VARCHAR NOT NULL,
    wanted FLOAT NOT NULL,
    runner VARCHAR,
    began FLOAT,
    lease FLOAT,
    tries INTEGER DEFAULT '0' NOT NULL,
    outcome BLOB,
    source VARCHAR DEFAULT '' NOT NULL,
    PRIMARY KEY (id),
    UNIQUE (turn)
);

CREATE INDEX jobs_by_lane ON jobs (lane, owner);

CREATE TABLE settings (
    name VARCHAR NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (name)
);

CREATE TABLE shares (
    lane VARCHAR NOT NULL,
    owner VARCHAR NOT NULL,
    used FLOAT NOT NULL,
    PRIMARY KEY (lane, owner)
);

CREATE TABLE thinkers (
    id VARCHAR NOT NULL,
    lane VARCHAR NOT NULL,
    slots INTEGER NOT NULL,
    per_owner INTEGER NOT NULL,
    until FLOAT NOT NULL,
    PRIMARY KEY (id, lane)
);

CREATE TABLE users (
    id VARCHAR NOT NULL,
    name VARCHAR NOT NULL,
    login VARCHAR,
    password VARCHAR,
    recovery VARCHAR,
    created FLOAT NOT NULL,
    seen FLOAT DEFAULT '0' NOT NULL,
    share VARCHAR,
    source VARCHAR DEFAULT '' NOT NULL,
    PRIMARY KEY (id),
    UNIQUE (login),
    UNIQUE (recovery)
);

CREATE INDEX ix_users_source ON users (source);

CREATE TABLE sessions (
    id VARCHAR NOT NULL,
    user_id VARCHAR NOT NULL,
    created FLOAT NOT NULL,
    used FLOAT DEFAULT '0' NOT NULL,
    device VARCHAR DEFAULT '' NOT NULL,
    PRIMARY KEY (id),
    FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE
);

CREATE INDEX ix_sessions_user_id ON sessions (user_id);

CREATE TABLE tables (
    id VARCHAR NOT NULL,
    game VARCHAR NOT NULL,
    name VARCHAR NOT NULL,
    host VARCHAR,
    header TEXT NOT NULL,
    status VARCHAR NOT NULL,
    sandbox BOOLEAN NOT NULL,
    imported BOOLEAN NOT NULL,
    public BOOLEAN NOT NULL,
    version INTEGER NOT NULL,
    branch INTEGER NOT NULL,
    epoch INTEGER NOT NULL,
    rules VARCHAR NOT NULL,
    steps INTEGER NOT NULL,
    now TEXT NOT NULL,
    now_by TEXT NOT NULL,
    asked VARCHAR NOT NULL,
    bot BOOLEAN NOT NULL,
    undo TEXT,
    outcome TEXT,
    quarantine TEXT,
    closed VARCHAR DEFAULT '' NOT NULL,
    rematch VARCHAR,
    source VARCHAR DEFAULT '' NOT NULL,
    help VARCHAR DEFAULT 'none' NOT NULL,
    origin VARCHAR,
    handover TEXT,
    created FLOAT NOT NULL,
    changed FLOAT NOT NULL,
    PRIMARY KEY (id),
    FOREIGN KEY(host) REFERENCES users (id) ON DELETE SET NULL
);

CREATE INDEX ix_tables_source ON tables (source);

CREATE INDEX tables_waiting ON tables (status, bot);

CREATE TABLE changes (
    table_id VARCHAR NOT NULL,
    version INTEGER NOT NULL,
    kind VARCHAR NOT NULL,
    seat VARCHAR NOT NULL,
    text TEXT NOT NULL,
    user_id VARCHAR,
    at FLOAT NOT NULL,
    PRIMARY KEY (table_id, version),
    FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE,
    FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE SET NULL
)
 WITHOUT ROWID;

CREATE TABLE chat (
    id INTEGER NOT NULL,
    table_id VARCHAR NOT NULL,
    user_id VARCHAR NOT NULL,
    text TEXT NOT NULL,
    at FLOAT NOT NULL,
    PRIMARY KEY (id),
    FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE,
    FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE
);

CREATE INDEX ix_chat_table_id ON chat (table_id);

CREATE INDEX ix_chat_user_id ON chat (user_id);

CREATE TABLE failures (
    id INTEGER NOT NULL,
    table_id VARCHAR NOT NULL,
    at FLOAT NOT NULL,
    message TEXT NOT NULL,
    record TEXT NOT NULL,
    PRIMARY KEY (id),
    FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);

CREATE INDEX ix_failures_table_id ON failures (table_id);

CREATE TABLE former_holders (
    id INTEGER NOT NULL,
    table_id VARCHAR NOT NULL,
    seat VARCHAR NOT NULL,
    user_id VARCHAR,
    name VARCHAR NOT NULL,
    step INTEGER NOT NULL,
    at FLOAT NOT NULL,
    PRIMARY KEY (id),
    FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE,
    FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE SET NULL
);

CREATE INDEX ix_former_holders_table_id ON former_holders (table_id);

CREATE INDEX ix_former_holders_user_id ON former_holders (user_id);

CREATE TABLE notes (
    table_id VARCHAR NOT NULL,
    user_id VARCHAR NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (table_id, user_id),
    FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE,
    FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE
);

CREATE TABLE seats (
    table_id VARCHAR NOT NULL,
    seat VARCHAR NOT NULL,
    user_id VARCHAR,
    agent VARCHAR NOT NULL,
    invite VARCHAR,
    stand_in TEXT,
    PRIMARY KEY (table_id, seat),
    FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE,
    FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE SET NULL
);

CREATE INDEX ix_seats_user_id ON seats (user_id);

CREATE TABLE steps (
    table_id VARCHAR NOT NULL,
    number INTEGER NOT NULL,
    name VARCHAR NOT NULL,
    "by" TEXT NOT NULL,
    entries TEXT NOT NULL,
    rules VARCHAR NOT NULL,
    events BLOB NOT NULL,
    "after" BLOB NOT NULL,
    PRIMARY KEY (table_id, number),
    FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);

CREATE TABLE wishes (
    line_id INTEGER NOT NULL,
    seat VARCHAR NOT NULL,
    to_seat VARCHAR NOT NULL,
    what VARCHAR NOT NULL,
    amount INTEGER NOT NULL,
    answer VARCHAR DEFAULT '' NOT NULL,
    PRIMARY KEY (line_id),
    FOREIGN KEY(line_id) REFERENCES chat (id) ON DELETE CASCADE
);
