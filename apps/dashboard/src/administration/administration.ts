/** What is loaded when it is opened: one script. */
export { NoWorkspace } from './no-workspace.tsx';
export { SettingsPage } from './settings-page.tsx';
export { SharePassword } from './share-password.tsx';
export { SignInPage } from './sign-in-page.tsx';
export { StartPage } from './start-page.tsx';
