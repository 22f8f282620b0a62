/** A body that goes out often: encoded once for each encoding it is asked for in. */
import { type Encoding, encode } from './encoding.ts';

export class Body {
  readonly #text: () => string;
  readonly #encoded = new Map<Encoding, Promise<Buffer>>();

  /** `text` is asked once for each encoding. */
  constructor(text: () => string) {
    this.#text = text;
  }

  /** Its bytes in `encoding`. */
  in(encoding: Encoding): Promise<Buffer> {
    const known = this.#encoded.get(encoding);
    if (known !== undefined) return known;
    const bytes = encode(this.#text(), encoding);
    this.#encoded.set(encoding, bytes);
    bytes.catch(() => this.#encoded.delete(encoding));
    return bytes;
  }
}
