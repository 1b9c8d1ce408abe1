package mockapi.testing;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.jetbrains.annotations.NotNull;

/**
 * How a world is to be. Everything may be left out: {@code new
 * WorldOptions().frozenAt("2026-06-01T08:00:00Z").fault(Fault.status(503))}.
 */
public final class WorldOptions {
    private String name;
    private String id;
    private String from;
    private Long randomSeed;
    private final ClockChange clock = new ClockChange();
    private LeakedSockets leakedSockets = LeakedSockets.WARN;
    private ServerOptions serverOptions = new ServerOptions();
    private final List<Object> faults = new ArrayList<>();

    /** Makes options of a world with the data set's records and the machine's time. */
    public WorldOptions() {
    }

    /**
     * Makes options of a world with a name.
     * @param name a text for people, such as the test's name
     */
    public static @NotNull WorldOptions named(@NotNull String name) { return new WorldOptions().name(name); }

    /**
     * Names the world. Its id begins with the name unless {@link #id} gives it one.
     * @param name a text for people; beyond 200 characters it is cut
     */
    public @NotNull WorldOptions name(@NotNull String name) {
        this.name = name;
        return this;
    }

    /**
     * Gives the world this id and no other.
     * @param id up to 64 letters, digits, dots, dashes and underscores
     */
    public @NotNull WorldOptions id(@NotNull String id) {
        this.id = id;
        return this;
    }

    /**
     * Says what the world begins with.
     * @param from {@code seed}, {@code snapshot:NAME} or {@code world:ID}
     */
    public @NotNull WorldOptions from(@NotNull String from) {
        this.from = from;
        return this;
    }

    /**
     * Lets the clock stand still.
     * @param moment the time, such as {@code 2026-06-01T08:00:00Z}
     */
    public @NotNull WorldOptions frozenAt(@NotNull String moment) { return frozenAt(Instant.parse(moment)); }

    /**
     * Lets the clock stand still.
     * @param moment the time
     */
    public @NotNull WorldOptions frozenAt(@NotNull Instant moment) {
        clock.now(moment).freeze(true);
        return this;
    }

    /**
     * Lets the clock go on from a moment.
     * @param moment the time
     */
    public @NotNull WorldOptions now(@NotNull Instant moment) {
        clock.now(moment);
        return this;
    }

    /**
     * Lets time run faster or slower.
     * @param rate seconds of the world for each real one, from 0.001 to 100000
     */
    public @NotNull WorldOptions rate(double rate) {
        clock.rate(rate);
        return this;
    }

    /**
     * Determines everything that looks like chance.
     * @param seed from 0
     */
    public @NotNull WorldOptions randomSeed(long seed) {
        randomSeed = seed;
        return this;
    }

    /**
     * Adds a fault.
     * @param fault the fault
     */
    public @NotNull WorldOptions fault(@NotNull Fault fault) {
        faults.add(fault);
        return this;
    }

    /**
     * Adds faults by text.
     * @param faults names of ready-made sets such as {@code tunnel}, or faults as JSON, as {@code POST /_mock/faults}
     * takes them
     */
    public @NotNull WorldOptions faults(@NotNull String... faults) {
        for (String fault : faults) { this.faults.add(fault); }
        return this;
    }

    /**
     * Says what happens when the world is closed and still has open WebSockets.
     * @param reaction a warning unless changed
     */
    public @NotNull WorldOptions leakedSockets(@NotNull LeakedSockets reaction) {
        leakedSockets = reaction;
        return this;
    }

    /**
     * Says which custom APIs the server has.
     * @param options the APIs and more
     */
    public @NotNull WorldOptions serverOptions(@NotNull ServerOptions options) {
        serverOptions = options;
        return this;
    }

    ServerOptions serverOptions() { return serverOptions; }

    String name() { return name; }

    ClockChange clock() { return clock; }

    LeakedSockets leakedSockets() { return leakedSockets; }

    Map<String, Object> members(String name) {
        String shown = name == null || name.trim().isEmpty() ? null : name.substring(0, name.offsetByCodePoints(0,
            Math.min(200, name.codePointCount(0, name.length()))));
        return Json.object("id", id == null ? newId(shown) : id, "name", shown, "from", from,
            "clock", clock.members().isEmpty() ? null : clock, "randomSeed", randomSeed);
    }

    void addFaults(World world) {
        for (Object fault : faults) {
            if (fault instanceof Fault) {
                world.getFaults().add((Fault) fault);
            } else if (((String) fault).trim().startsWith("{")) {
                world.getFaults().addJson((String) fault);
            } else {
                world.getFaultSets().add((String) fault);
            }
        }
    }

    /** Up to 40 characters of the name, and six digits that no other test has. */
    private static String newId(String name) {
        String words = (name == null ? "world" : name).replaceAll("([a-z0-9])([A-Z])", "$1-$2");
        String slug = words.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
        String cut = slug.substring(0, Math.min(40, slug.length())).replaceAll("^-+|-+$", "");
        String digits = String.format("%06x", ThreadLocalRandom.current().nextInt(1 << 24));
        return (cut.isEmpty() ? "world" : cut) + "-" + digits;
    }
}
