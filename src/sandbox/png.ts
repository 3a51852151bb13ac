/** A QR code as a PNG file: one bit for each dot. */
import { deflateSync } from 'node:zlib';
import { encode } from 'uqr';

const CRC = Array.from({ length: 256 }, (_, value) => {
  let rest = value;
  for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  return rest >>> 0;
});

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (CRC[(crc ^ byte) & 255] as number) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** @param width least width, dots */
export function qrPng(text: string, width: number): Buffer {
  const { data, size } = encode(text, { ecc: 'M', border: 2 });
  const scale = Math.max(1, Math.ceil(width / size));
  const side = size * scale;
  const stride = Math.ceil(side / 8) + 1;
  const rows: Buffer[] = [];
  for (const modules of data) {
    const row = Buffer.alloc(stride);
    for (let x = 0; x < side; x += 1) {
      if (modules[Math.floor(x / scale)]) continue;
      const at = 1 + (x >> 3);
      row[at] = (row[at] as number) | (128 >> (x & 7));
    }
    for (let nth = 0; nth < scale; nth += 1) rows.push(row);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
