import { attributeText } from '../../parts/attribute-text.ts';

export const passkeySignInPath = '/console/sign-in/passkey';

/** A button that signs in with a passkey. The script of the page shows it in browsers that know passkeys. */
export const PasskeyForm = ({ next }: { readonly next: string }) => (
  <form
    method="post"
    action={passkeySignInPath}
    data-passkey="get"
    data-options={`${passkeySignInPath}/options`}
    hidden
  >
    <input type="hidden" name="next" value={attributeText(next)} />
    <input type="hidden" name="credential" />
    <p class="problem" role="alert" hidden />
    <button type="submit" class="secondary">
      Sign in with a passkey
    </button>
  </form>
);
