package mockapi.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jetbrains.annotations.Nullable;

/**
 * The program of the jar mock-api-program, if one for this system is on the class path.
 *
 * <p>It is unpacked into the user's cache folder, once for each content: below {@code programs} in
 * {@code ~/.cache/mock-api} ({@code $XDG_CACHE_HOME/mock-api}, on macOS {@code ~/Library/Caches/mock-api}). The jar
 * lists the SHA-256 of each file. They are compared when a file is unpacked and again before each use; what differs is
 * unpacked again. Each process unpacks into a folder of its own and then renames it, so that several can do so at once.
 */
final class PackagedProgram {
    private static final String FILES = "share/mock-api/files";
    private static final String PROGRAM = "bin/mock-api";
    private static final String UNFINISHED = "new-";
    private static final int HASH_LENGTH = 64;
    /** What a process that was killed left behind is this old. */
    private static final Duration ABANDONED = Duration.ofHours(1);

    private final String place;
    private final String list;
    private final Map<String, String> hashes;

    private PackagedProgram(String place, String list) {
        this.place = place;
        this.list = list;
        // Each line as sha256sum writes it: the hash, two blanks, the path.
        hashes = list.lines().collect(Collectors.toMap(line -> line.substring(HASH_LENGTH + 2),
            line -> line.substring(0, HASH_LENGTH), (one, same) -> one, TreeMap::new));
    }

    /** The path of the program, which is there and can be run; null if no jar for this system is on the class path. */
    static @Nullable String find() {
        String place = "mockapi/program/" + system() + "/";
        try (InputStream list = resource(place + FILES)) {
            if (list == null) {
                return null;
            }
            String text = new String(list.readAllBytes(), StandardCharsets.UTF_8);
            return new PackagedProgram(place, text).inCache(cache()).toString();
        } catch (IOException | UncheckedIOException failed) {
            throw new ServerNotFoundException("the program of the jar mock-api-program cannot be unpacked into "
                + cache() + ": " + failed.getMessage() + ". Set XDG_CACHE_HOME to another folder, or MOCK_API_BINARY to"
                + " an installed program", failed);
        }
    }

    private Path inCache(Path cache) throws IOException {
        Files.createDirectories(cache);
        Path folder = cache.resolve(hash(list.getBytes(StandardCharsets.UTF_8)));
        if (!isComplete(folder)) {
            removeAbandoned(cache);
            Path unfinished = Files.createTempDirectory(cache, UNFINISHED);
            try {
                unpack(unfinished);
                publish(unfinished, folder);
            } finally {
                remove(unfinished);
            }
        }
        return folder.resolve(PROGRAM);
    }

    private void unpack(Path folder) throws IOException {
        for (String name : hashes.keySet()) {
            Path file = folder.resolve(name).normalize();
            if (!file.startsWith(folder)) {
                throw new IOException(name + " is no name of a file in it");
            }
            Files.createDirectories(file.getParent());
            MessageDigest digest = sha256();
            try (InputStream packed = resource(place + name)) {
                if (packed == null) {
                    throw new IOException("the jar is damaged: " + name + " is missing");
                }
                Files.copy(new DigestInputStream(packed, digest), file);
            }
            if (!hex(digest).equals(hashes.get(name))) {
                throw new IOException("the jar is damaged: " + name + " has another checksum than the jar lists");
            }
        }
        if (!folder.resolve(PROGRAM).toFile().setExecutable(true)) {
            throw new IOException(folder.resolve(PROGRAM) + " cannot be made executable");
        }
    }

    /** Gives the folder its name, unless another process did so first. */
    private void publish(Path unfinished, Path folder) throws IOException {
        try {
            Files.move(unfinished, folder, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileSystemException taken) {
            if (isComplete(folder)) {
                return;
            }
            Path damaged = Files.createTempDirectory(folder.getParent(), UNFINISHED);
            try {
                Files.move(folder, damaged, StandardCopyOption.ATOMIC_MOVE);
                Files.move(unfinished, folder, StandardCopyOption.ATOMIC_MOVE);
            } catch (FileSystemException again) {
                // Another process repairs it, too.
                if (!isComplete(folder)) {
                    throw again;
                }
            } finally {
                remove(damaged);
            }
        }
    }

    /** Whether all files are in the folder as the jar has them. */
    private boolean isComplete(Path folder) {
        return Files.isExecutable(folder.resolve(PROGRAM)) && hashes.entrySet().stream().allMatch(file -> {
            MessageDigest digest = sha256();
            try (InputStream found = Files.newInputStream(folder.resolve(file.getKey()))) {
                new DigestInputStream(found, digest).transferTo(OutputStream.nullOutputStream());
            } catch (IOException missing) {
                return false;
            }
            return hex(digest).equals(file.getValue());
        });
    }

    private static void removeAbandoned(Path cache) throws IOException {
        Instant limit = Instant.now().minus(ABANDONED);
        try (Stream<Path> folders = Files.list(cache)) {
            for (Path folder : folders.collect(Collectors.toList())) {
                if (folder.getFileName().toString().startsWith(UNFINISHED)
                    && Files.getLastModifiedTime(folder).toInstant().isBefore(limit)) {
                    remove(folder);
                }
            }
        }
    }

    private static void remove(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).collect(Collectors.toList());
            for (Path file : deepestFirst) {
                Files.deleteIfExists(file);
            }
        }
    }

    /** The system as the packages name it. */
    private static String system() {
        String processor = System.getProperty("os.arch");
        if (System.getProperty("os.name").startsWith("Mac")) {
            return "macos-" + (processor.equals("aarch64") ? "arm64" : processor);
        }
        String name = System.getProperty("os.name").equals("Linux") ? "linux" : "other";
        return name + "-" + (processor.equals("amd64") ? "x86_64" : processor);
    }

    private static Path cache() {
        String named = System.getenv("XDG_CACHE_HOME");
        Path home = Path.of(System.getProperty("user.home"));
        Path usual = home.resolve(System.getProperty("os.name").startsWith("Mac") ? "Library/Caches" : ".cache");
        return (named != null && named.startsWith("/") ? Path.of(named) : usual).resolve("mock-api/programs");
    }

    private static @Nullable InputStream resource(String name) {
        ClassLoader ofThread = Thread.currentThread().getContextClassLoader();
        InputStream found = ofThread == null ? null : ofThread.getResourceAsStream(name);
        return found != null ? found : PackagedProgram.class.getClassLoader().getResourceAsStream(name);
    }

    private static String hash(byte[] bytes) {
        MessageDigest digest = sha256();
        digest.update(bytes);
        return hex(digest);
    }

    private static String hex(MessageDigest digest) {
        return String.format("%064x", new BigInteger(1, digest.digest()));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException everyJavaHasIt) {
            throw new IllegalStateException(everyJavaHasIt);
        }
    }
}
