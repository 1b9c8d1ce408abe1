package mockapi.testing;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import mockapi.testing.values.Entry;

/** What a test did with its world: what it verified, which faults it added, which clients it connected. */
final class WorldNotes {
    /** The entries that a verification or a wait has met. */
    final Set<Long> verified = Collections.synchronizedSet(new HashSet<>());
    /** Conditions that entries have met while their responses were being sent, before they had an id. */
    final List<Match> pending = Collections.synchronizedList(new ArrayList<>());
    /** The faults that the test added. */
    final Set<String> faults = Collections.synchronizedSet(new LinkedHashSet<>());
    private final List<Runnable> closers = new ArrayList<>();

    List<Entry> verified(List<Entry> entries, Match match) {
        for (Entry entry : entries) {
            if (entry.getId() != null) {
                verified.add(entry.getId());
            } else if (!pending.contains(match)) {
                pending.add(match);
            }
        }
        return entries;
    }

    synchronized void opened(Runnable close) {
        closers.add(close);
    }

    /** Closes the clients that the test connected by the world. */
    synchronized void closeClients() {
        closers.forEach(Runnable::run);
        closers.clear();
    }
}
