type Named = Promise<{ readonly name: string } | null>;

/** Reads the names of things by their ids. Those that are gone have none. */
export async function namesBy(
  ids: ReadonlySet<string>,
  get: (id: string) => Named,
): Promise<ReadonlyMap<string, string>> {
  const found = await Promise.all(
    [...ids].map(async (id) => {
      const thing = await get(id);
      return thing ? [[id, thing.name] as const] : [];
    }),
  );
  return new Map(found.flat());
}
