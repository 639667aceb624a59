/** Whether strangers may open accounts: all who show that they receive mail at an address, or nobody but operators. */
export const signUpModes = ['open', 'closed'] as const;
export type SignUpMode = (typeof signUpModes)[number];
