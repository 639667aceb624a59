/** The names of the loopback interface in a Host header. */
export const loopbackNames: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** Whether requests come from this machine alone, and not through a proxy: they name it as their host. */
export const isReachedLocally = ({
  HOST,
  TRUSTED_PROXIES,
}: {
  readonly HOST: string;
  readonly TRUSTED_PROXIES: readonly unknown[];
}): boolean => (HOST === '::1' || loopbackNames.includes(HOST)) && TRUSTED_PROXIES.length === 0;
