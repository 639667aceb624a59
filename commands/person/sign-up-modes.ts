/** Who may open an account beside operators: everybody who receives mail at an address, those whom an operator invites, or no one. */
export const signUpModes = ['open', 'invitation', 'closed'] as const;
export type SignUpMode = (typeof signUpModes)[number];
