package mockapi.testing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The messages of a socket that a test waits for. Each is given to one wait at most. */
final class Inbox<T> {
    /** The largest number of messages that are kept; older ones are dropped. */
    private static final int MOST = 10_000;

    private final List<T> all = new ArrayList<>();
    private final List<T> waiting = new ArrayList<>();
    private String end;

    synchronized void add(T message) {
        for (List<T> list : List.of(all, waiting)) {
            list.add(message);
            if (list.size() > MOST) {
                list.remove(0);
            }
        }
        notifyAll();
    }

    synchronized void end(String how) {
        end = end == null ? how : end;
        notifyAll();
    }

    synchronized List<T> all() { return new ArrayList<>(all); }

    /** Waits for a message that is meant; what came instead is in the error. */
    synchronized T next(Predicate<? super T> meant, Duration timeout, String place) {
        long deadline = System.nanoTime() + timeout.toNanos();
        while (true) {
            for (Iterator<T> each = waiting.iterator(); each.hasNext();) {
                T message = each.next();
                if (meant.test(message)) {
                    each.remove();
                    return message;
                }
            }
            long left = (deadline - System.nanoTime() + 999_999) / 1_000_000;
            if (end != null || left <= 0) {
                String why = end == null ? " within " + timeout.toMillis() + " ms" : ": " + end;
                throw new VerificationError("no such message came from " + place + why + last(), null);
            }
            try {
                wait(left);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new CallCancelledException("the wait was cancelled: the thread was interrupted", interrupted);
            }
        }
    }

    private String last() {
        return all.isEmpty() ? "; none came at all" : all.subList(Math.max(0, all.size() - 10), all.size()).stream()
            .map(String::valueOf).collect(Collectors.joining("\n  ", "; the last that came:\n  ", ""));
    }
}
