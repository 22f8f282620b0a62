/** The pages of signing in, getting started and settings: one script, loaded on demand. */
export { NoPage } from './no-page.tsx';
export { NoShare } from './no-share.tsx';
export { NoWorkspace } from './no-workspace.tsx';
export { SettingsPage } from './settings-page.tsx';
export { SharePassword } from './share-password.tsx';
export { SignInPage } from './sign-in-page.tsx';
export { StartPage } from './start-page.tsx';
