/** The product's icon, and the name of the site that the page shows. */
import icon from './icon.svg';

export function Brand({ text }: { text: string }) {
  return (
    <span class="title row">
      <img src={icon} alt="" width="20" height="20" />
      <bdi class="ellipsis">{text}</bdi>
    </span>
  );
}
