/** A signal aborted by the first SIGINT or SIGTERM, for a graceful end; a second one ends the process. */
export function onInterrupt(): { readonly signal: AbortSignal; dispose(): void } {
  const controller = new AbortController();
  const dispose = () => {
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
  };
  const interrupt = () => {
    dispose();
    controller.abort();
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  return { signal: controller.signal, dispose };
}
