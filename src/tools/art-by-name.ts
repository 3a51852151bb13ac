/** Drawings that a line shows because its assets folder has them: nothing else names them. */
import { NOTICE_PICTURES, noticeFile } from '../engine/notice-pictures.ts';

/** What phones show above a page, and wide windows at the head of a notice in sections; without it, a part of the illustration. */
export const BAND = 'illustration-band.svg';

export const ART_BY_NAME: readonly string[] = [BAND, ...NOTICE_PICTURES.map(noticeFile)];
