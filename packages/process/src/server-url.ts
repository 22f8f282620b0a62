/** The URL of a server, and the one at which this machine reaches it. */

/** Returns `http://host:port`, with an IPv6 address in brackets. */
export function hostUrl(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Returns `url` as this machine can reach it: a server that listens on all addresses is reached on the loopback. */
export function reachableUrl(url: string): string {
  return url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
}
