import { openIdPath } from '../../session/sign-in-page.tsx';

/** Where the provider sends people back to. */
export const callbackPath = `${openIdPath}/callback`;
/** The page on which a person links an identity that their browser has proved. */
export const linkPath = '/console/you/openid';
export const beginLinkPath = `${linkPath}/begin`;
export const unlinkPath = `${linkPath}/unlink`;
