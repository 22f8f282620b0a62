/** The values that columns can contain: the engine would silently wrap a number that is too large. */
import { AppError } from '@footfall/errors';

/** The lowest and the highest value of each type that is a whole number. */
const ranges = {
  UInt8: [0, 255],
  UInt16: [0, 65_535],
  UInt32: [0, 4_294_967_295],
  UInt64: [0, Number.MAX_SAFE_INTEGER],
  Int16: [-32_768, 32_767],
  Int32: [-2_147_483_648, 2_147_483_647],
  // Epoch milliseconds; the range that every version can store.
  "DateTime64(3, 'UTC')": [0, Date.UTC(2299, 11, 31, 23, 59, 59, 999)],
} as const;

const hexPattern = /^[\da-f]{16}$/;
const uuidPattern = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** Returns a function that returns whole numbers that a column of `type` can store, and throws INTERNAL_ERROR for any other value. */
export function wholeNumber(type: keyof typeof ranges): (value: number) => number {
  const [min, max] = ranges[type];
  return (value) => (Number.isInteger(value) && value >= min && value <= max ? value : refuse(type, value));
}

/** Returns 16 hexadecimal digits unchanged. Throws INTERNAL_ERROR for anything else. */
export function hexDigits(value: string): string {
  return hexPattern.test(value) ? value : refuse('UInt64', value);
}

/** Returns a UUID unchanged. Throws INTERNAL_ERROR for anything else. */
export function uuid(value: string): string {
  return uuidPattern.test(value) ? value : refuse('UUID', value);
}

function refuse(type: string, value: unknown): never {
  throw new AppError('INTERNAL_ERROR', 'Something went wrong on our side', {
    cause: new RangeError(`A column of ${type} cannot store this ${typeof value}`),
  });
}
