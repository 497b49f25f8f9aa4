// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

/**
 * Raises the version of old class files in a jar, and adds the stack maps that the newer version
 * wants. The JVM leaves classes without stack maps out of a start-up archive and infers their types
 * at each start, which is a third of the time that {@code --version} takes.
 *
 * <p>Argument: the jar, which is on the class path and contains ASM.
 */
final class RaiseClassVersions {
  private static final int FIRST_WITH_STACK_MAPS = Opcodes.V1_7;

  private RaiseClassVersions() {}

  public static void main(String[] args) throws IOException {
    Path jar = Path.of(args[0]);
    Path raised = Path.of(args[0] + ".raised");
    try (ZipFile in = new ZipFile(jar.toFile());
        ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(raised))) {
      for (ZipEntry entry : in.stream().toList()) {
        ZipEntry copy = new ZipEntry(entry.getName());
        copy.setTimeLocal(entry.getTimeLocal());
        out.putNextEntry(copy);
        try (InputStream content = in.getInputStream(entry)) {
          out.write(raised(entry.getName(), content.readAllBytes()));
        }
        out.closeEntry();
      }
    }
    Files.move(raised, jar, StandardCopyOption.REPLACE_EXISTING);
  }

  private static byte[] raised(String name, byte[] content) {
    if (!name.endsWith(".class")) {
      return content;
    }
    ClassReader reader = new ClassReader(content);
    if (reader.readUnsignedShort(6) >= FIRST_WITH_STACK_MAPS) {
      return content;
    }
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
    reader.accept(
        new ClassVisitor(Opcodes.ASM9, writer) {
          @Override
          public void visit(
              int version,
              int access,
              String type,
              String signature,
              String superType,
              String[] interfaces) {
            super.visit(FIRST_WITH_STACK_MAPS, access, type, signature, superType, interfaces);
          }
        },
        ClassReader.SKIP_FRAMES);
    return writer.toByteArray();
  }
}
