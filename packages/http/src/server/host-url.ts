/** The URL of a host that listens, as written and as one can reach it. */

/** `http://host:port`, an IPv6 address in brackets. */
export function hostUrl(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** `url` as this machine reaches it: what listens everywhere is reached on the loopback. */
export function reachableUrl(url: string): string {
  return url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
}
