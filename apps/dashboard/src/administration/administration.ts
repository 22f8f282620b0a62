/** What is loaded when it is needed, because few readers of figures ever do. */
export { SettingsPage } from './settings-page.tsx';
export { SignInPage } from './sign-in-page.tsx';
export { NewWorkspace } from './site-settings.tsx';
export { StartPage } from './start-page.tsx';
