/** Who is here now. Asks again every ten seconds, as long as the page is visible. */
import { State } from '../controls/state.tsx';
import type { Access } from '../data/api.ts';
import { analyticsQuestion } from '../data/question.ts';
import { useAnswer } from '../data/use-answer.ts';
import { SimpleRows } from '../panels/simple-rows.tsx';
import { formatCount } from '../words/format.ts';
import { countryName } from '../words/names.ts';
import { words } from '../words/words.ts';

const everyMs = 10_000;

export function LivePage({ access }: { access: Access }) {
  const known = useAnswer(analyticsQuestion(access, 'realtime', {}), { everyMs });
  const { live } = words;
  return (
    <main>
      <State known={known} lines={8}>
        {({ activeVisitors, activePages, countries, devices }) => (
          <>
            <section class="card page now" aria-label={live.window}>
              <p>
                <b>{formatCount(activeVisitors)}</b> {live.here(formatCount(activeVisitors))}
              </p>
              <p class="muted">{live.window}</p>
            </section>
            <div class="panels">
              <SimpleRows
                title={live.pages}
                kind="path"
                rows={activePages.map(({ path, visitors }) => ({ name: path, figures: [visitors] }))}
              />
              <SimpleRows
                title={live.countries}
                kind="text"
                rows={countries.map((country) => ({ name: countryName(country), figures: [] }))}
              />
              <SimpleRows
                title={live.devices}
                kind="device"
                rows={[
                  { name: 'desktop', figures: [devices.desktop] },
                  { name: 'mobile', figures: [devices.mobile] },
                ]}
              />
            </div>
          </>
        )}
      </State>
    </main>
  );
}
