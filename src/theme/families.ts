/** The fonts that text has. */
import type { Theme } from '../generated/config.ts';

/**
 * Each system's own by its name; Android and Linux have theirs in Arial's place. `system-ui` is whatever a desktop is set
 * to, which may be a face made for terminals.
 */
const LATIN = '-apple-system, "Segoe UI", Arial';
const CHINESE = '"PingFang SC", "Microsoft YaHei"';

/** Lists of families of a line's text, for `font-family`, without a last resort: for letters, and for Chinese characters after them. */
export const familiesOf = ({ latin, chinese }: Theme['type']) => ({
  latin: [latin, LATIN].filter(Boolean).join(', '),
  chinese: [chinese, CHINESE].filter(Boolean).join(', '),
});
