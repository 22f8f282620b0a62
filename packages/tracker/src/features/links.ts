/** `$outbound_link`, `$file_download` and `$form_submit`: links to other sites, downloads, and submitted forms. */
import type { Feature } from './feature.ts';
import { elementsOf, matches } from './clicks.ts';
import { propCharsMax } from '../limits.ts';
import { listen } from '../listen.ts';

/** A link; in SVG, `href` is an object, with the URL as it was written. */
interface Link extends Element {
  href: string & { baseVal?: string };
}

export const links: Feature = (add) => {
  const submitted = (event: Event) => {
    try {
      const [form] = elementsOf(event);
      // A form of a dialog sends nothing: it closes the dialog.
      if (!form || matches(form, '[method=dialog]')) return;
      // Attributes instead of properties: fields of the form may have these names.
      const name =
        form.getAttribute('id') ||
        form.getAttribute('name') ||
        new URL(form.getAttribute('action') || location.href, document.baseURI).pathname;
      add('$form_submit', { form: name.slice(0, propCharsMax) });
    } catch {
      // A form without a name whose action is not a URL is not submitted.
    }
  };

  const clicked = (event: MouseEvent) => {
    for (const one of elementsOf<Link>(event)) {
      // A submit event reaches only its own shadow root.
      one.shadowRoot?.addEventListener('submit', submitted, true);
      if (matches(one, ':any-link') && event.button < 2)
        try {
          // Credentials, query and fragment may be secret.
          const url = new URL(one.href.baseVal ?? one.href, document.baseURI).href
            .replace(/[?#].*/, '')
            .replace(/\/\/[^/]*@/, '//')
            .slice(0, propCharsMax);
          const type =
            matches(one, '[download]') || /\.(pdf|(doc|xls|ppt)x?|csv|zip|rar|7z|gz|dmg|exe|msi|apk|mp[34])$/i.test(url)
              ? '$file_download'
              : url.split('/')[2] !== location.host && '$outbound_link';
          if (type && /^(blob:)?http/.test(url)) add(type, { url });
        } catch {
          // A link that is not a URL leads nowhere.
        }
    }
  };

  listen(['submit'], submitted);
  listen(['click', 'auxclick'], clicked);
};
