/** The script tag as each kind of site takes it. */

type Snippet = (ingestUrl: string, key: string) => string;

const tag: Snippet = (ingestUrl, key) => `<script defer src="${ingestUrl}/tracker.js" data-key="${key}"></script>`;

const dynamic: Snippet = (ingestUrl, key) => `const script = document.createElement('script');
script.defer = true;
script.src = '${ingestUrl}/tracker.js';
script.dataset.key = '${key}';
document.head.append(script);`;

export const html = { title: 'HTML', of: tag };

export const snippets: readonly { title: string; of: Snippet }[] = [
  html,
  { title: 'React', of: (url, key) => `// src/main.jsx\n${dynamic(url, key)}` },
  {
    title: 'Next.js',
    of: (url, key) => `// app/layout.jsx, inside <body>
import Script from 'next/script';

<Script src="${url}/tracker.js" data-key="${key}" />`,
  },
  { title: 'Vue', of: (url, key) => `// src/main.js\n${dynamic(url, key)}` },
  {
    title: 'WordPress',
    of: (url, key) => `// functions.php of your theme
add_action('wp_head', function () {
  echo '${tag(url, key)}';
});`,
  },
  {
    title: 'Tag manager',
    of: (url, key) => `<!-- Custom HTML tag, on all pages -->\n<script>\n${dynamic(url, key)}\n</script>`,
  },
];
