/**
 * In a browser without scripts: what is said instead of a screen that waits, and no button that a press does nothing to. That
 * of a phone's country stays: it says which one is meant.
 */
export const offCss =
  '.stuck.off{display:block}.stuck~.notice,.tab-list,.providers,[type=button]:not(.area-button){display:none}';
