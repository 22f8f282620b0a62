/** The words of forms, and of buttons that copy or confirm. */

export const formWords = {
  copy: 'Copy',
  copied: 'Copied',
  notCopied: 'Selected, not copied',
  saved: 'Saved',
  cancel: 'Cancel',
} as const;
