/**
 * Messages that the frame and the widgets ask for by a key of their own, not by one derived from the data. They are
 * part of every page's shell, and every catalog must have them.
 */
export const frameKeys: readonly string[] = [
  'frame.footer.privacy',
  'frame.footer.support',
  'frame.footer.terms',
  'frame.language',
  'frame.loading',
  'frame.optional',
  'frame.or',
  'frame.skip',
  'frame.title',
  'widgets.check.checking',
  'widgets.check.passed',
  'widgets.code.again',
  'widgets.code.resend',
  'widgets.code.send',
  'widgets.code.sending',
  'widgets.code.sent',
  'widgets.code.voice',
  'widgets.new-password.met',
  'widgets.new-password.unmet',
  'widgets.password.capsLock',
  'widgets.password.show',
  'widgets.phone.area',
  'widgets.phone.none',
  'widgets.phone.search',
  'widgets.select.choose',
];
