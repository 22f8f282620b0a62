/** A body that is sent often: encoded once per requested encoding, and shared by all responses that send it. */
import { type Effort, type Encoding, encode } from './encoding.ts';

export class Body {
  readonly #content: () => string | Buffer;
  readonly #effort: Effort;
  readonly #encoded = new Map<Encoding, Promise<Buffer>>();

  /** `content` is called once per encoding. */
  constructor(content: () => string | Buffer, effort: Effort = 'often') {
    this.#content = content;
    this.#effort = effort;
  }

  /** Returns its bytes in `encoding`. */
  in(encoding: Encoding): Promise<Buffer> {
    const known = this.#encoded.get(encoding);
    if (known !== undefined) return known;
    const bytes = encode(this.#content(), encoding, this.#effort);
    this.#encoded.set(encoding, bytes);
    bytes.catch(() => this.#encoded.delete(encoding));
    return bytes;
  }
}
