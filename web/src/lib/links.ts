// Links for people. What is secret in them stands after the #, which browsers never send to a server.

export function inviteLink(table: string, token: string, origin = location.origin): string {
  return `${origin}${location.pathname}#/join/${encodeURIComponent(table)}/${encodeURIComponent(token)}`;
}

/** Whether this page was opened under a name that means another machine elsewhere. */
export const isLocal = (hostname: string): boolean => /^(localhost|.*\.localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
