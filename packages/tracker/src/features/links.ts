/** `$outbound_link`, `$file_download` and `$form_submit`: links to other sites, downloads, and submitted forms. */
import type { Feature } from './feature.ts';
import { elementsOf, matches } from './clicks.ts';
import { propCharsMax } from '../limits.ts';
import { listen } from '../listen.ts';

/** A link; in SVG, `href` is an object, with the URL as it was written. */
interface Link extends Element {
  href: string & { baseVal?: string };
}

/** A URL that ends in a type of file for download: documents, archives, programs, media. */
const file = /\.(pdf|(doc|xls|ppt)x?|csv|zip|rar|7z|gz|dmg|exe|msi|apk|mp[34])$/i;

export const links: Feature = (add) => {
  const submitted = (event: Event) => {
    const [form] = elementsOf(event);
    // A form of a dialog sends nothing: it closes the dialog.
    if (!form || matches(form, '[method=dialog]')) return;
    // Attributes instead of properties: fields of the form may have these names.
    const name =
      form.getAttribute('id') ||
      form.getAttribute('name') ||
      new URL(form.getAttribute('action') || location.href, document.baseURI).pathname;
    add('$form_submit', { form: name.slice(0, propCharsMax) });
  };

  const clicked = (event: MouseEvent) => {
    for (const one of elementsOf<Link>(event)) {
      // A submit event reaches only its own shadow root.
      one.shadowRoot?.addEventListener('submit', submitted, true);
      if (matches(one, ':any-link') && event.button < 2) {
        // Credentials, query and fragment may be secret.
        const url = (one.href.baseVal ?? one.href)
          .replace(/[?#].*/, '')
          .replace(/\/\/[^/]*@/, '//')
          .slice(0, propCharsMax);
        const type =
          matches(one, '[download]') || file.test(url)
            ? '$file_download'
            : url.split('/')[2] !== location.host && '$outbound_link';
        if (type && /^(blob:)?http/.test(url)) add(type, { url });
      }
    }
  };

  listen(['submit'], submitted);
  listen(['click', 'auxclick'], clicked);
};
