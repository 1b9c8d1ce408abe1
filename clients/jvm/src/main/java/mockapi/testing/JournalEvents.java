package mockapi.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import mockapi.testing.values.Entry;
import org.jetbrains.annotations.NotNull;

/** The journal as it grows. Close it at the end. */
public final class JournalEvents implements AutoCloseable {
    private final Transport.Opened opened;
    private final ControlPlane plane;
    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();

    JournalEvents(Transport.Opened opened, ControlPlane plane) {
        this.opened = opened;
        this.plane = plane;
        Thread reader = new Thread(this::read, "mock-api events");
        reader.setDaemon(true);
        reader.start();
    }

    /**
     * Takes the next event, and waits for it if there is none yet.
     * @param timeout how long to wait
     * @throws CallTimeoutException if none came in time
     * @throws CallCancelledException if the thread was interrupted
     */
    public @NotNull Event next(@NotNull Duration timeout) {
        Event event;
        try {
            event = events.poll(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new CallCancelledException("followRequests was cancelled: the thread was interrupted", interrupted);
        }
        if (event == null) {
            throw new CallTimeoutException("followRequests had no event within " + timeout.toMillis() + " ms", null);
        }
        if (event == Event.END) {
            events.add(event);
            throw new MockApiException("the server ended the events: its world was removed, or it stopped", null);
        }
        return event;
    }

    /** Stops following. */
    @Override
    public void close() {
        opened.close.run();
    }

    private void read() {
        InputStreamReader text = new InputStreamReader(opened.content, StandardCharsets.UTF_8);
        try (BufferedReader lines = new BufferedReader(text)) {
            String type = "";
            String data = "";
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.isEmpty() && !data.isEmpty()) {
                    events.add(new Event(type, data));
                    data = "";
                } else if (line.startsWith("event: ")) {
                    type = line.substring(7);
                } else if (line.startsWith("data: ")) {
                    data = plane.withoutWorld(line.substring(6));
                }
            }
        } catch (IOException | UncheckedIOException closed) {
            // The end, as below.
        } finally {
            events.add(Event.END);
        }
    }

    /** Something that happened to the journal. */
    public static final class Event {
        static final Event END = new Event("end", "{}");

        private final String type;
        private final String data;

        Event(String type, String data) {
            this.type = type;
            this.data = data;
        }

        /** {@return {@code exchange} or {@code frame}, or {@code dropped} when entries were missed} */
        public @NotNull String getType() { return type; }

        /** {@return the data as JSON: a summary of the entry, or how many were missed} */
        public @NotNull String getData() { return data; }

        /**
         * Reads the entry.
         * @return the entry without its content; not for {@code dropped}
         */
        public @NotNull Entry getEntry() { return new Entry(Json.parseObject(data)); }
    }
}
