package mockapi.kit;

import java.io.File;
import java.util.jar.JarFile;
import mockapi.testing.MockApiException;
import mockapi.testing.MockServer;
import mockapi.testing.World;

/** What tests run in processes of their own. */
public final class Programs {
    private Programs() {
    }

    /** Runs the program that the first argument names. */
    public static void main(String[] arguments) throws Exception {
        switch (arguments[0]) {
            case "shared":
                shared();
                break;
            case "start":
                start();
                break;
            default:
                load();
        }
    }

    /** Uses the shared server, and says why it cannot. */
    private static void shared() {
        try (World world = MockServer.shared().getWorlds().make("shared")) {
            System.out.println("world " + world.getBaseUrl());
        } catch (MockApiException refused) {
            System.out.println(refused.getClass().getSimpleName() + ": " + refused.getMessage());
        }
    }

    /** Starts a server, says which process it is, and waits to be killed. */
    private static void start() throws Exception {
        MockServer server = MockServer.start();
        System.out.println("pid " + ProcessHandle.current().children().findFirst().orElseThrow().pid());
        System.out.println("world " + server.getWorlds().make("orphan").getId());
        System.out.flush();
        Thread.sleep(600_000);
    }

    /** Loads each class of the jar but those for JUnit. */
    private static void load() throws Exception {
        int loaded = 0;
        try (JarFile jar = new JarFile(new File(MockServer.class.getProtectionDomain().getCodeSource().getLocation()
            .toURI()))) {
            for (String name : (Iterable<String>) jar.stream().map(Object::toString)::iterator) {
                if (name.endsWith(".class") && !name.contains("/junit") && !name.endsWith("-info.class")) {
                    Class.forName(name.substring(0, name.length() - 6).replace('/', '.'));
                    loaded++;
                }
            }
        }
        System.out.println("loaded " + (loaded > 50));
        shared();
    }
}
