// Links for people. What is secret in them stands after the #, which browsers never send to a server.

export function inviteLink(table: string, token: string): string {
  return `${location.href.split("#")[0]}#/join/${encodeURIComponent(table)}/${encodeURIComponent(token)}`;
}
