/** Converts typed or pasted texts in the fields of a site into stored values. */

/** The form that the API requires; the port is optional. */
const hostForm = /^[a-z0-9-]+(\.[a-z0-9-]+)*(:\d+)?$/;

/** Returns the host of a URL or of a host, international names as `xn--…`; undefined if there is none. */
export function hostOf(text: string): string | undefined {
  try {
    const { host } = new URL(/^\w+:\/\//.test(text) ? text : `https://${text}`);
    return hostForm.test(host) ? host : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the host without `www.`, of which that host is a subdomain; empty if the text is, undefined if there is no host. */
export function domainOf(text: string): string | undefined {
  return text === '' ? text : hostOf(text)?.replace(/^www\./, '');
}

/** Returns the hosts in a text, which may begin with `*.`, one per line; undefined if one of them is none. */
export function originsOf(text: string): string | undefined {
  const origins = text.split(/\s+/).filter(Boolean).map(originOf);
  return origins.includes(undefined) ? undefined : origins.join('\n');
}

/** Returns the name of a time zone; undefined for abbreviations such as CST, whose meaning depends on the reader. */
export function zoneNamed(text: string): string | undefined {
  if (text === '') return text;
  if (!/\/|^utc$/i.test(text)) return undefined;
  try {
    Intl.DateTimeFormat('en', { timeZone: text });
    return text;
  } catch {
    return undefined;
  }
}

/** Returns the time zone of the browser; empty if it has none with a name. */
export function browserZone(): string {
  return zoneNamed(Intl.DateTimeFormat().resolvedOptions().timeZone) ?? '';
}

/** Returns true for a URL that other machines cannot reach. */
export function isThisMachine(url: string): boolean {
  return /^(localhost|127\..*|\[::1\])$/.test(new URL(url).hostname);
}

function originOf(text: string): string | undefined {
  const base = text.replace(/^(\w+:\/\/)?\*\./, '$1');
  const host = hostOf(base);
  return host && base !== text ? `*.${host}` : host;
}
