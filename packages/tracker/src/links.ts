/** `$outbound_link`, `$file_download` and `$form_submit`: where visitors go from a page, and what they take and send. */
import type { Feature } from './feature.ts';
import { elementsOf } from './clicks.ts';
import { propCharsMax } from './event.ts';
import { listen } from './listen.ts';

/** In SVG the address is an object, and as it was written. */
interface Link extends Element {
  href: string & { baseVal?: string };
}

/** An address whose path ends in a type of file that is taken away: documents, archives, programs, media. */
const file = /^[^?#]*\.(pdf|(doc|xls|ppt)x?|csv|zip|rar|7z|gz|dmg|exe|msi|apk|mp[34])(?![^?#])/i;

export const links: Feature = (add) => {
  const submitted = ({ target }: Event) => {
    // One of a dialog sends nothing: it closes that.
    if (!(target instanceof Element) || target.matches('[method=dialog]')) return;
    // Not the properties: fields of the form may go by these names.
    const form =
      target.getAttribute('id') ||
      target.getAttribute('name') ||
      new URL(target.getAttribute('action') || '', location.href).pathname;
    add('$form_submit', { props: { form: form.slice(0, propCharsMax) } });
  };

  const clicked = (event: Event & { button?: number }) => {
    for (const one of elementsOf<Link>(event)) {
      // A submit is heard in its own shadow root only.
      one.shadowRoot?.addEventListener('submit', submitted, true);
      if (one.matches(':any-link') && event.button !== 2) {
        const url = (one.href.baseVal ?? one.href).slice(0, propCharsMax);
        const type =
          one.matches('[download]') || file.test(url)
            ? '$file_download'
            : url.split('/')[2] !== location.host && '$outbound_link';
        if (type && /^(blob:)?http/.test(url)) add(type, { props: { url } });
      }
    }
  };

  listen(['submit'], submitted);
  listen(['click', 'auxclick'], clicked);
};
