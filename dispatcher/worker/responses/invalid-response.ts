/** The receiver sends something that no client should have to take. The message is for people. */
export class InvalidResponse extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'InvalidResponse';
  }
}
