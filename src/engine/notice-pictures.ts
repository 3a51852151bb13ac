/** Which of a line's drawings stands at the head of a notice: what its tone and icon mean tells it. */
import type { NoticeState } from '../generated/config.ts';

export const NOTICE_PICTURES = ['success', 'expired', 'error', 'not-found'] as const;
export type NoticePicture = (typeof NOTICE_PICTURES)[number];

/** File of the assets folder. */
export const noticeFile = (picture: NoticePicture): string => `notice-${picture}.svg`;

/** The drawing of a state; undefined where an icon says more, such as that of a letter on its way or of a person. */
export function noticePicture({ tone, icon }: Pick<NoticeState, 'tone' | 'icon'>): NoticePicture | undefined {
  if (icon === 'warning') return 'error';
  if (tone === 'warning') return icon === 'clock' ? 'expired' : icon === 'search' ? 'not-found' : undefined;
  return tone === 'success' && icon !== 'user' ? 'success' : undefined;
}
