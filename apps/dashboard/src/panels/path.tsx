/** A path as it was stored, from left to right whatever its letters: each segment is isolated, so that those written from right to left stay in their order. */

export function Path({ text }: { text: string }) {
  return (
    <bdi dir="ltr">
      {text.split(/([^/]+)/).map((part, index) => (index % 2 ? <bdi key={index}>{part}</bdi> : part))}
    </bdi>
  );
}
