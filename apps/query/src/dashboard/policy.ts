/** The security headers of the dashboard's page: everything from this origin only, nothing inline. */

const directives = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  // For the preview of a share.
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  // Text never becomes markup or code, even by mistake.
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
];

export const pagePolicy = { 'Content-Security-Policy': [...directives, "frame-ancestors 'none'"].join('; ') };

/** Any site may frame it: the share's own page decides what it shows there. Browsers prefer `frame-ancestors` to X-Frame-Options. */
export const embeddedPolicy = {
  'Content-Security-Policy': [...directives, 'frame-ancestors *'].join('; '),
  'Cross-Origin-Resource-Policy': 'cross-origin',
};
