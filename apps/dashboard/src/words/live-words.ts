/** The words of the live page. */

/** The types of automatic events; others have the name that their site gives them. */
const types: Readonly<Record<string, string>> = {
  $pageleave: 'Page left',
  $click: 'Click',
  $dead_click: 'Dead click',
  $rage_click: 'Rage click',
  $outbound_link: 'Outbound link',
  $file_download: 'Download',
  $form_submit: 'Form sent',
  $web_vital: 'Web vital',
  $error: 'Error',
};

export const liveWords = {
  here: (count: number) => `visitor${count === 1 ? '' : 's'} in the last five minutes`,
  byMinute: (most: string) => `Visitors per minute in the last half hour, up to ${most}`,
  halfHour: (what: string) => `${what}, last half hour`,
  recent: 'Latest events',
  /** A pageview is the path alone. */
  event: (type: string, path: string) => (type === '$pageview' ? path : `${types[type] ?? type} · ${path}`),
  minuteTitle: 'Minute',
  minute: (ago: string, count: number) => `${ago}: ${count} visitor${count === 1 ? '' : 's'}`,
  now: 'now',
} as const;
