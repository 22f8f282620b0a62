/** Publishes a record compressed with zstd, which kafkajs does not support. */
import { CompressionCodecs, CompressionTypes, type Kafka } from 'kafkajs';

/** The smallest frame of RFC 8878: one segment, one last block, uncompressed. For up to 255 bytes. */
function zstdFrame(bytes: Buffer): Buffer {
  const magic = [0x28, 0xb5, 0x2f, 0xfd];
  const singleSegment = 0x20;
  const blockHead = Buffer.alloc(3);
  blockHead.writeUIntLE((bytes.length << 3) | 1, 0, 3);
  return Buffer.concat([Buffer.from([...magic, singleSegment, bytes.length]), blockHead, bytes]);
}

export async function publishWithZstd(kafka: Kafka, topic: string, value: string): Promise<void> {
  const codec = CompressionCodecs[CompressionTypes.ZSTD];
  CompressionCodecs[CompressionTypes.ZSTD] = () => ({
    compress: async ({ buffer }: { buffer: Buffer }) => zstdFrame(buffer),
  });
  const producer = kafka.producer();
  await producer.connect();
  try {
    await producer.send({ topic, compression: CompressionTypes.ZSTD, messages: [{ key: 'k', value }] });
  } finally {
    CompressionCodecs[CompressionTypes.ZSTD] = codec;
    await producer.disconnect();
  }
}
