/** A shared dashboard: one workspace, read-only, possibly in a frame of another site. */
import type { OpenedShare } from '@footfall/schemas';
import { useEffect, useState } from 'preact/hooks';
import { later } from '../controls/later.tsx';
import { unlessInFlight, onAccessEnded, refresh } from '../resources/cache.ts';
import { admin, ApiError } from '../resources/api.ts';
import type { Resource } from '../resources/resource.ts';
import { useResource } from '../resources/use-resource.ts';
import type { View } from '../state/view.ts';
import { zoneOf } from '../state/zone.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { administration } from './scripts.ts';
import { Shortcuts } from './shortcuts.tsx';
import { SitePage } from './site-page.tsx';

function send(token: string, password?: string): Promise<OpenedShare> {
  return admin.send('POST', '/share-visits', password === undefined ? { token } : { token, password });
}

/** `opened` is the response to the password that has just been entered: it is not sent twice, because attempts are limited. */
function visit(token: string, password?: string, opened?: OpenedShare): Resource<OpenedShare> {
  let first = opened;
  return {
    key: `share ${token} ${opened?.grant ?? ''}`,
    async load() {
      const result = first ?? (await send(token, password));
      first = undefined;
      return { result, asOfMs: 0 };
    },
  };
}

const NoShare = later(administration, (script) => script.NoShare);
const SharePassword = later(administration, (script) => script.SharePassword);

/** A grant is valid for half a day; it is renewed well before that. */
const renewMs = 6 * 3_600_000;

export function SharePage({ view }: { view: View }) {
  const token = view.path.slice('/share/'.length);
  const [resource, setResource] = useState(() => visit(token));
  const known = useResource(resource, { everyMs: renewMs });
  const { last, fault } = known;
  // A new visit shows whether only the grant has ended, or the share as well. All panels are refused when the grant ends, some of them after that visit.
  useEffect(
    () =>
      onAccessEnded(({ key }) => {
        // The key of figures begins with the grant that they were requested with.
        if (last && key.startsWith(last.result.grant)) void refresh(resource, unlessInFlight);
      }),
    [resource, last?.result.grant],
  );
  const refusal = fault instanceof ApiError ? fault.status : undefined;
  if (refusal === 403) {
    const open = async (password: string) => setResource(visit(token, password, await send(token, password)));
    return <SharePassword open={open} />;
  }
  if (last === undefined || refusal === 401) return fault === undefined ? null : <NoShare known={known} />;
  const { workspace, grant, filters } = last.result;
  const timezone = zoneOf(workspace.timezone);
  const access = { shareGrant: grant, timezone };
  return (
    <>
      <Header view={view} access={access} title={workspace.name} />
      <SitePage view={view} access={access} fixed={filters} />
      <Footer timezone={timezone} isDated />
      <Shortcuts timezone={timezone} />
    </>
  );
}
