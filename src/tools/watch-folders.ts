/** Tells of every change below folders, also in those that come, or that go and come back. */
import { existsSync, type FSWatcher, readdirSync, watch } from 'node:fs';
import path from 'node:path';

export interface FolderWatch {
  close(): void;
}

/** Folders of a folder; of what is none, undefined. */
function foldersIn(folder: string): readonly string[] | undefined {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.flatMap((entry) => (entry.isDirectory() && !entry.name.startsWith('.') ? entry.name : []));
  } catch {
    return undefined;
  }
}

/**
 * Watches each folder by itself: the system's watch is of a folder, and stays with it when it is moved or deleted and
 * another takes its place.
 * @param onChange is told the path of a file or folder, relative to the root
 */
export function watchFolders(root: string, folders: readonly string[], onChange: (place: string) => void): FolderWatch {
  const watchers = new Map<string, FSWatcher>();

  function forget(place: string): void {
    for (const [folder, watcher] of watchers) {
      if (folder !== place && !folder.startsWith(`${place}/`)) continue;
      watcher.close();
      watchers.delete(folder);
    }
  }

  /** Watches what is at a place now, a folder or not. */
  function follow(place: string): void {
    forget(place);
    const inside = foldersIn(path.join(root, place));
    if (inside === undefined) return;
    let watcher: FSWatcher;
    try {
      watcher = watch(path.join(root, place), (event, name) => {
        if (name === null || name.startsWith('.')) return;
        // Of a folder that changes or goes its own name is told, too, as if it were in it.
        const isItself = name === path.basename(place) && !existsSync(path.join(root, place, name));
        const changed = isItself ? place : `${place}/${name}`;
        if (event === 'rename') follow(changed);
        onChange(changed);
      });
    } catch {
      // It is gone again; the folder around it tells.
      return;
    }
    watcher.on('error', () => forget(place));
    watchers.set(place, watcher);
    for (const name of foldersIn(path.join(root, place)) ?? []) follow(`${place}/${name}`);
  }

  for (const folder of folders) follow(folder);
  return {
    close() {
      for (const folder of folders) forget(folder);
    },
  };
}
