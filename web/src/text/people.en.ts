// Words for what players ask of one another, in English: to undo, to let a bot play.

export const peopleEn = {
  "undo.title": "Undo your last choice?",
  "undo.title-ask": "Request this undo?",
  "undo.takes": "This takes back:",
  "undo.choices": { one: "{seat}: {n} choice", other: "{seat}: {n} choices" },
  "undo.choices-bot": { one: "{seat} (bot): {n} choice, made again", other: "{seat} (bot): {n} choices, made again" },
  "undo.redrawn": { one: "{n} die or draw, to be redrawn", other: "{n} dice and draws, to be redrawn" },
  "undo.known": { one: "{n} reveal: you know it already", other: "{n} reveals: you know them already" },
  "undo.log": { one: "{n} entry of the log", other: "{n} entries of the log" },
  "undo.marks": "The record and the result will say “with undone chance”.",
  "undo.wanted": "{seat} asks to undo its last choice.",
  "undo.tab": "↶ Undo? – {name}",
  "undo.chance": "With undone chance",
  "undo.chance-why": "An undo took back dice, draws or choices of bots, and they were made again.",
  "seat.bot-title": "Let a bot play {seat}?",
  "seat.bot-sure-here": "{who} is online, and has a minute to object; then {bot} plays.",
  "seat.bot-sure-away": "{who} is away: {bot} plays at once, until the seat is taken back.",
  "seat.bot-go": "Let a bot play",
  "seat.bot-wanted": {
    one: "{who} wants a bot ({bot}) to play {seat} for you, in {n} second.",
    other: "{who} wants a bot ({bot}) to play {seat} for you, in {n} seconds.",
  },
  "seat.bot-stay": "I’m still playing",
  "seat.bot-waiting": { one: "{bot} plays in {n} second, unless {who} objects", other: "{bot} plays in {n} seconds, unless {who} objects" },
  "seat.bot-stayed": "{who} is still playing {seat}: no bot takes over.",
  "seat.bot-tab": "Still playing? – {name}",
};
