/** The words of forms, and of buttons that copy or confirm. */

export const formWords = {
  copy: 'Copy',
  copied: 'Copied',
  notCopied: 'Selected, not copied',
  saved: 'Saved',
  cancel: 'Cancel',
  signInElsewhere: 'Sign in in another tab',
} as const;
