import Link from 'next/link';
import Script from 'next/script';
import type { ReactNode } from 'react';

export const metadata = { icons: 'data:,' };

// Measures on localhost, and logs. The production build has no such attribute.
const debug = process.env.NODE_ENV === 'development' ? { 'data-debug': true } : {};

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <nav>
          <Link href="/">Tides</Link> <Link href="/pricing">Pricing</Link>
        </nav>
        {children}
        <Script src="/ff/site.js" data-key={process.env.NEXT_PUBLIC_FOOTFALL_KEY} {...debug} />
      </body>
    </html>
  );
}
